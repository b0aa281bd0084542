package hearts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lets heartspec judge the game in Game: a JSON object a line comes in, one goes out. */
public final class Main {
    /** What the game claims; nothing else is asked of it.  It plays to any limit, so that match.limit is left out. */
    private static final String HELLO = """
            {
              "protocol": 1,
              "implementation": {"name": "Hearts in Java", "version": "1.0"},
              "can": ["legal", "refuse", "explain", "passing", "match", "resume"],
              "players": [4],
              "options": {
                "pass.count": [3],
                "pass.cycle": [["left", "right", "across", "hold"]],
                "open.leader": ["lowest-club"],
                "open.card": ["that-card"],
                "first-trick.banned": [["hearts", "queen"]],
                "hearts.lead": ["after-heart"],
                "hearts.lead-release": ["only-hearts"],
                "value.heart": ["one"],
                "value.card": [{"QS": 13}],
                "bonus.card": ["none"],
                "moon.mode": ["add"],
                "moon.amount": ["total"],
                "moon.needs": ["penalties"],
                "match.end": ["limit"],
                "match.compare": ["reach"],
                "match.tie": ["extra-rounds"]
              },
              "replay": true
            }
            """;

    private Game game;

    public static void main(String[] arguments) throws IOException {
        Main table = new Main();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, Object> request = new LinkedHashMap<>();
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("id", null);
            try {
                request = object(Json.read(line));
                answer.put("id", request.get("id"));
                table.answer(request, answer);
            } catch (Refused refused) {
                answer.put("refused", rule(refused.reason));
            } catch (RuntimeException problem) {
                answer.put("error", problem.toString());
            }
            System.out.println(Json.write(answer));
            System.out.flush();
            if ("bye".equals(request.get("op"))) {
                return;
            }
        }
    }

    private void answer(Map<String, Object> request, Map<String, Object> answer) throws Refused {
        switch (String.valueOf(request.get("op"))) {
            case "hello" -> answer.putAll(object(Json.read(HELLO)));
            case "observe" -> answer.put("seen", seen());
            case "replay" -> replay(list(request, "moves"), list(request, "want"), answer);
            case "bye" -> { }
            default -> carryOut(request);
        }
    }

    private void replay(List<?> moves, List<?> want, Map<String, Object> answer) throws Refused {
        List<Object> seen = new ArrayList<>();
        answer.put("seen", seen);
        for (Object move : moves) {
            carryOut(object(move));
            Map<String, Object> wanted = want.isEmpty() ? new LinkedHashMap<>() : seen();
            wanted.keySet().retainAll(want);
            seen.add(wanted);
        }
    }

    private void carryOut(Map<String, Object> move) throws Refused {
        String op = String.valueOf(move.get("op"));
        if (op.equals("start")) {
            int[] totals = list(move, "totals").stream().mapToInt(total -> ((Number) total).intValue()).toArray();
            int limit = integer(object(move.get("options")), "match.limit");
            boolean reached = Boolean.TRUE.equals(move.get("limit_reached"));
            game = new Game(integer(move, "dealer"), integer(move, "round"), totals, limit, reached);
            return;
        }
        if (game == null) {
            throw new IllegalStateException("no game has been started");
        }
        switch (op) {
            case "deal" -> game.deal(list(move, "hands").stream().map(Main::cards).toList());
            case "pass" -> game.pass(integer(move, "seat"), cards(move.get("cards")));
            case "play" -> game.play(integer(move, "seat"), Card.named(String.valueOf(move.get("card"))));
            default -> throw new IllegalArgumentException("there is no op " + op);
        }
    }

    private Map<String, Object> seen() {
        if (game == null) {
            throw new IllegalStateException("no game has been started");
        }
        boolean underWay = game.underWay();
        boolean over = game.phase() == Game.Phase.OVER;
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("phase", game.phase().name().toLowerCase(Locale.ROOT));
        seen.put("turn", game.turn());
        seen.put("legal", game.legal());
        seen.put("hands", game.hands());
        seen.put("trick", underWay ? game.trick().stream().map(Main::onTable).toList() : null);
        seen.put("trick_winner", game.trickWinner());
        seen.put("captured", game.captured());
        seen.put("broken", underWay ? game.broken() : null);
        seen.put("round", game.round());
        seen.put("dealer", game.dealer());
        seen.put("direction", underWay ? game.direction().name().toLowerCase(Locale.ROOT) : null);
        seen.put("round_points", game.roundPoints());
        seen.put("totals", game.totals());
        seen.put("over", over);
        seen.put("winners", over ? game.leaders() : null);
        seen.put("places", over ? game.places() : null);
        return seen;
    }

    private static Map<String, Object> onTable(Game.Played played) {
        return Map.of("seat", played.seat(), "card", played.card());
    }

    /** Returns the id of the rule behind a reason of the game. */
    private static String rule(Refused.Reason reason) {
        return switch (reason) {
            case PHASE -> "round.phase";
            case PASS_COUNT -> "pass.count";
            case PASS_CARDS -> "pass.own-distinct";
            case TURN -> "turn.in-order";
            case NOT_HELD -> "turn.own-card";
            case OPENING -> "open.exact-card";
            case FOLLOW_SUIT -> "play.follow-suit";
            case HEART_ON_FIRST_TRICK -> "first-trick.no-hearts";
            case QUEEN_ON_FIRST_TRICK -> "first-trick.no-queen";
            case HEARTS_UNBROKEN -> "hearts.no-lead-unbroken";
        };
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        if (!(value instanceof Map)) {
            throw new IllegalArgumentException("an object is missing");
        }
        return (Map<String, Object>) value;
    }

    private static List<?> list(Map<String, Object> request, String name) {
        return (List<?>) request.get(name);
    }

    private static int integer(Map<String, Object> request, String name) {
        return ((Number) request.get(name)).intValue();
    }

    private static List<Card> cards(Object names) {
        return ((List<?>) names).stream().map(name -> Card.named(String.valueOf(name))).toList();
    }
}
