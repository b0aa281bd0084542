//! Lets heartspec judge the game in `hearts`: a JSON object a line comes in, one goes out.

mod hearts;
mod json;

use hearts::{Card, Direction, Game, Phase, Reason, SEATS};
use json::Json;
use std::io::{self, BufRead, Write};

/// What the game claims; nothing else is asked of it.  It plays to any limit, so that match.limit is left out.
const HELLO: &str = r#"{
    "protocol": 1,
    "implementation": {"name": "Hearts in Rust", "version": "1.0"},
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
}"#;

/// Why a request is not carried out: the rules do not allow it, or it makes no sense.
enum Failure {
    Refused(Reason),
    Error(String),
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Failure {
        Failure::Refused(reason)
    }
}

impl From<String> for Failure {
    fn from(problem: String) -> Failure {
        Failure::Error(problem)
    }
}

fn rule(reason: Reason) -> &'static str {
    match reason {
        Reason::Phase => "round.phase",
        Reason::PassCount => "pass.count",
        Reason::PassCards => "pass.own-distinct",
        Reason::Turn => "turn.in-order",
        Reason::NotHeld => "turn.own-card",
        Reason::Opening => "open.exact-card",
        Reason::FollowSuit => "play.follow-suit",
        Reason::HeartOnFirstTrick => "first-trick.no-hearts",
        Reason::QueenOnFirstTrick => "first-trick.no-queen",
        Reason::HeartsUnbroken => "hearts.no-lead-unbroken",
    }
}

type Fields = Vec<(String, Json)>;

/// The one game that is under way.
struct Table(Option<Game>);

impl Table {
    fn answer(&mut self, request: &Json) -> Result<Fields, Failure> {
        match request.get("op").text() {
            Some("hello") => match Json::read(HELLO) {
                Some(Json::Object(fields)) => Ok(fields),
                _ => unreachable!("HELLO is an object"),
            },
            Some("observe") => Ok(vec![("seen".to_string(), Json::Object(seen(self.game()?)))]),
            Some("replay") => self.replay(request),
            Some("bye") => Ok(Vec::new()),
            _ => self.carry_out(request).map(|()| Vec::new()),
        }
    }

    fn carry_out(&mut self, request: &Json) -> Result<(), Failure> {
        match request.get("op").text() {
            Some("start") => {
                let totals: Vec<i64> = items(request, "totals")?.iter().filter_map(Json::number).collect();
                let totals = totals.try_into().map_err(|_| "start needs four totals".to_string())?;
                let limit = request.get("options").get("match.limit").number().unwrap_or(100);
                let reached = request.get("limit_reached") == &Json::Bool(true);
                let round = number(request, "round")?.max(1);
                self.0 = Some(Game::new(seat(request, "dealer")?, round, totals, limit, reached));
            }
            Some("deal") => {
                let hands = items(request, "hands")?.iter().map(cards).collect::<Result<Vec<_>, _>>()?;
                let hands = hands.try_into().map_err(|_| "deal needs four hands".to_string())?;
                self.game()?.deal(hands)?;
            }
            Some("pass") => self.game()?.pass(seat(request, "seat")?, cards(request.get("cards"))?)?,
            Some("play") => self.game()?.play(seat(request, "seat")?, card(request.get("card"))?)?,
            _ => return Err(Failure::Error("there is no such op".to_string())),
        }
        Ok(())
    }

    fn replay(&mut self, request: &Json) -> Result<Fields, Failure> {
        let (moves, want) = (items(request, "moves")?, items(request, "want")?);
        let mut all = Vec::new();
        let mut answer = Vec::new();
        for each in moves {
            if let Err(failure) = self.carry_out(each) {
                answer = told(failure);
                break;
            }
            let fields = if want.is_empty() { Vec::new() } else { seen(self.game()?) };
            let wanted = |name: &str| want.iter().any(|field| field.text() == Some(name));
            all.push(Json::Object(fields.into_iter().filter(|(name, _)| wanted(name)).collect()));
        }
        answer.push(("seen".to_string(), Json::List(all)));
        Ok(answer)
    }

    fn game(&mut self) -> Result<&mut Game, String> {
        self.0.as_mut().ok_or_else(|| "no game has been started".to_string())
    }
}

fn seen(game: &Game) -> Fields {
    let during = |value: Json| if game.under_way() { value } else { Json::Null };
    let over = game.phase == Phase::Over;
    let at_end = |value: Json| if over { value } else { Json::Null };
    let phase = match game.phase {
        Phase::Deal => "deal",
        Phase::Pass => "pass",
        Phase::Play => "play",
        Phase::Over => "over",
    };
    let direction = match game.direction() {
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Across => "across",
        Direction::Hold => "hold",
    };
    let on_table = |(seat, card): &(usize, Card)| {
        Json::Object(vec![("seat".to_string(), count(*seat)), ("card".to_string(), Json::Text(card.to_string()))])
    };
    let numbers = |values: &[i64; SEATS]| Json::List(values.iter().map(|value| Json::Number(*value as f64)).collect());
    let fields = [
        ("phase", Json::Text(phase.to_string())),
        ("turn", game.turn.map_or(Json::Null, count)),
        ("legal", if game.turn.is_some() { names(&game.legal()) } else { Json::Null }),
        ("hands", Json::List(game.hands.iter().map(|hand| names(hand)).collect())),
        ("trick", during(Json::List(game.trick.iter().map(on_table).collect()))),
        ("trick_winner", game.trick_winner.map_or(Json::Null, count)),
        ("captured", Json::List(game.captured.iter().map(|cards| names(cards)).collect())),
        ("broken", during(Json::Bool(game.broken))),
        ("round", count(game.round)),
        ("dealer", count(game.dealer)),
        ("direction", during(Json::Text(direction.to_string()))),
        ("round_points", game.round_points.as_ref().map_or(Json::Null, numbers)),
        ("totals", numbers(&game.totals)),
        ("over", Json::Bool(over)),
        ("winners", at_end(Json::List(game.leaders().into_iter().map(count).collect()))),
        ("places", at_end(Json::List(game.places().into_iter().map(count).collect()))),
    ];
    fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

fn count(value: usize) -> Json {
    Json::Number(value as f64)
}

fn names(cards: &[Card]) -> Json {
    Json::List(cards.iter().map(|card| Json::Text(card.to_string())).collect())
}

fn items<'a>(request: &'a Json, name: &str) -> Result<&'a [Json], String> {
    request.get(name).list().ok_or_else(|| format!("{} is missing, a list", name))
}

fn number(request: &Json, name: &str) -> Result<usize, String> {
    let value = request.get(name).number().and_then(|number| usize::try_from(number).ok());
    value.ok_or_else(|| format!("{} is missing, a number", name))
}

fn seat(request: &Json, name: &str) -> Result<usize, String> {
    number(request, name)
        .and_then(|seat| if seat < SEATS { Ok(seat) } else { Err(format!("there is no seat {}", seat)) })
}

fn card(value: &Json) -> Result<Card, String> {
    value.text().unwrap_or("at all").parse()
}

fn cards(value: &Json) -> Result<Vec<Card>, String> {
    value.list().unwrap_or(&[]).iter().map(card).collect()
}

fn told(failure: Failure) -> Fields {
    let (name, value) = match failure {
        Failure::Refused(reason) => ("refused", rule(reason).to_string()),
        Failure::Error(problem) => ("error", problem),
    };
    vec![(name.to_string(), Json::Text(value))]
}

fn main() -> io::Result<()> {
    let mut table = Table(None);
    for line in io::stdin().lock().lines() {
        let read = Json::read(&line?);
        let answered = match &read {
            Some(request) => table.answer(request),
            None => Err(Failure::Error("the line is not JSON".to_string())),
        };
        let request = read.unwrap_or(Json::Null);
        let mut answer = vec![("id".to_string(), request.get("id").clone())];
        answer.extend(answered.unwrap_or_else(told));
        println!("{}", Json::Object(answer));
        io::stdout().flush()?;
        if request.get("op").text() == Some("bye") {
            break;
        }
    }
    Ok(())
}
