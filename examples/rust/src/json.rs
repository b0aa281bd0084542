//! As much JSON as the protocol needs: a value, read from a text and written as one.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a whole text; `None` where it is not JSON.
    pub fn read(text: &str) -> Option<Json> {
        let mut reader = Reader { rest: text };
        let value = reader.value(0)?;
        reader.skip_space();
        if reader.rest.is_empty() {
            Some(value)
        } else {
            None
        }
    }

    /// The field of an object; null where it has none of that name, or is no object.
    pub fn get(&self, name: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.iter().find(|(key, _)| key == name).map_or(&Json::Null, |(_, value)| value),
            _ => &Json::Null,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn number(&self) -> Option<i64> {
        match self {
            Json::Number(number) if number.fract() == 0.0 => Some(*number as i64),
            _ => None,
        }
    }

    pub fn list(&self) -> Option<&[Json]> {
        match self {
            Json::List(values) => Some(values),
            _ => None,
        }
    }
}

const DEEPEST: usize = 64;

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n'].as_ref());
    }

    /// Takes `word` if the text goes on with it.
    fn takes(&mut self, word: &str) -> bool {
        self.skip_space();
        let after = self.rest.strip_prefix(word);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if self.takes(word) {
                return Some(value);
            }
        }
        if depth < DEEPEST && self.takes("[") {
            return self.inside("]", |reader| reader.value(depth + 1)).map(Json::List);
        }
        if depth < DEEPEST && self.takes("{") {
            return self.inside("}", |reader| reader.field(depth + 1)).map(Json::Object);
        }
        if self.takes("\"") {
            return self.text().map(Json::Text);
        }
        let end = self.rest.find(|c: char| !"+-.eE0123456789".contains(c)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok().map(Json::Number)
    }

    fn field(&mut self, depth: usize) -> Option<(String, Json)> {
        let name = if self.takes("\"") { self.text()? } else { return None };
        if self.takes(":") {
            Some((name, self.value(depth)?))
        } else {
            None
        }
    }

    /// Reads what stands in brackets, separated by commas, up to the `end`.
    fn inside<T>(&mut self, end: &str, each: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut values = Vec::new();
        while !self.takes(end) {
            if !values.is_empty() && !self.takes(",") {
                return None;
            }
            values.push(each(self)?);
        }
        Some(values)
    }

    /// Reads a text from behind its opening quote.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut letters = self.rest.chars();
        loop {
            match letters.next()? {
                '"' => break,
                '\\' => text.push(match letters.next()? {
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        let digits: String = letters.by_ref().take(4).collect();
                        char::from_u32(u32::from_str_radix(&digits, 16).ok()?).unwrap_or(char::REPLACEMENT_CHARACTER)
                    }
                    other => other,
                }),
                letter => text.push(letter),
            }
        }
        self.rest = letters.as_str();
        Some(text)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => write!(out, "null"),
            Json::Bool(value) => write!(out, "{}", value),
            Json::Number(number) => write!(out, "{}", number),
            Json::Text(text) => write_text(out, text),
            Json::List(values) => {
                write!(out, "[")?;
                for (i, value) in values.iter().enumerate() {
                    write!(out, "{}{}", if i > 0 { "," } else { "" }, value)?;
                }
                write!(out, "]")
            }
            Json::Object(fields) => {
                write!(out, "{{")?;
                for (i, (name, value)) in fields.iter().enumerate() {
                    write!(out, "{}", if i > 0 { "," } else { "" })?;
                    write_text(out, name)?;
                    write!(out, ":{}", value)?;
                }
                write!(out, "}}")
            }
        }
    }
}

fn write_text(out: &mut fmt::Formatter, text: &str) -> fmt::Result {
    write!(out, "\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{}", letter)?,
            letter if letter < ' ' => write!(out, "\\u{:04x}", letter as u32)?,
            letter => write!(out, "{}", letter)?,
        }
    }
    write!(out, "\"")
}
