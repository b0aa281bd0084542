package hearts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** As much JSON as the protocol needs: maps, lists, texts, numbers, true, false and null. */
final class Json {
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads a whole text; throws IllegalArgumentException where it is not JSON. */
    static Object read(String text) {
        Json reader = new Json(text.strip());
        Object value = reader.value(0);
        if (reader.at < reader.text.length()) {
            throw reader.wrong();
        }
        return value;
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> quoted(entry.getKey().toString()) + ":" + write(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof int[] numbers) {
            return write(IntStream.of(numbers).boxed().toList());
        }
        return value == null || value instanceof Number || value instanceof Boolean
                ? String.valueOf(value)
                : quoted(value.toString());
    }

    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c -> c == '"' || c == '\\' ? "\\" + (char) c
                        : c < ' ' || c > '~' ? String.format("\\u%04x", c) : String.valueOf((char) c))
                .collect(Collectors.joining("", "\"", "\""));
    }

    private Object value(int depth) {
        if (depth > DEEPEST) {
            throw wrong();
        }
        if (takes("{")) {
            Map<String, Object> map = new LinkedHashMap<>();
            while (!takes("}")) {
                expect(map.isEmpty() || takes(","));
                expect(takes("\""));
                String key = string();
                expect(takes(":"));
                map.put(key, value(depth + 1));
            }
            return map;
        }
        if (takes("[")) {
            List<Object> list = new ArrayList<>();
            while (!takes("]")) {
                expect(list.isEmpty() || takes(","));
                list.add(value(depth + 1));
            }
            return list;
        }
        if (takes("\"")) {
            return string();
        }
        if (takes("null")) {
            return null;
        }
        if (takes("true")) {
            return true;
        }
        return takes("false") ? (Object) false : number();
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        expect(digits.matches("-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?"));
        return digits.matches("-?[0-9]{1,15}") ? (Object) Long.valueOf(digits) : Double.valueOf(digits);
    }

    /** Reads a string from behind its opening quote. */
    private String string() {
        StringBuilder read = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            read.append(c == '\\' ? escaped(next()) : c);
        }
        return read.toString();
    }

    private char escaped(char letter) {
        if (letter == 'u') {
            expect(at + 4 <= text.length());
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        int escape = "bfnrt".indexOf(letter);
        return escape < 0 ? letter : "\b\f\n\r\t".charAt(escape);
    }

    private char next() {
        expect(at < text.length());
        return text.charAt(at++);
    }

    private boolean takes(String word) {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        boolean found = text.startsWith(word, at);
        at += found ? word.length() : 0;
        return found;
    }

    private void expect(boolean found) {
        if (!found) {
            throw wrong();
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("the line is not JSON from character " + (at + 1) + " on");
    }
}
