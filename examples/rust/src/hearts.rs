//! A match of Hearts for four players; seats are 0 to 3, clockwise.
//!
//! A move returns `Err` with the reason where the rules do not allow it, and then nothing has changed.

use std::fmt;
use std::str::FromStr;

pub const SEATS: usize = 4;
const FULL_HAND: usize = 13;
const MOON: i64 = 26;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suit {
    Clubs,
    Diamonds,
    Spades,
    Hearts,
}

/// A card; ranks go from 2 to 14, the ace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    pub rank: u8,
    pub suit: Suit,
}

const OPENING: Card = Card { rank: 2, suit: Suit::Clubs };
const QUEEN: Card = Card { rank: 12, suit: Suit::Spades };
const RANKS: &str = "23456789TJQKA";
const SUITS: [(char, Suit); 4] = [('C', Suit::Clubs), ('D', Suit::Diamonds), ('S', Suit::Spades), ('H', Suit::Hearts)];

impl Card {
    fn is_heart(self) -> bool {
        self.suit == Suit::Hearts
    }

    fn points(self) -> i64 {
        match self {
            QUEEN => 13,
            _ if self.is_heart() => 1,
            _ => 0,
        }
    }
}

impl FromStr for Card {
    type Err = String;

    /// Reads two characters, rank and suit, such as `QS`.
    fn from_str(text: &str) -> Result<Card, String> {
        let mut letters = text.chars();
        let rank = letters.next().and_then(|letter| RANKS.find(letter));
        let suit = letters.next().and_then(|letter| SUITS.iter().find(|(name, _)| *name == letter));
        match (rank, suit, letters.next()) {
            (Some(rank), Some(&(_, suit)), None) => Ok(Card { rank: rank as u8 + 2, suit }),
            _ => Err(format!("there is no card {}", text)),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let rank = &RANKS[self.rank as usize - 2..self.rank as usize - 1];
        let suit = SUITS.iter().find(|(_, suit)| *suit == self.suit).map_or('?', |(name, _)| *name);
        write!(out, "{}{}", rank, suit)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Deal,
    Pass,
    Play,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Left,
    Right,
    Across,
    Hold,
}

impl Direction {
    const CYCLE: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Across, Direction::Hold];

    /// How many seats further on the receiver sits.
    fn seats_on(self) -> usize {
        match self {
            Direction::Left => 1,
            Direction::Across => 2,
            Direction::Right => 3,
            Direction::Hold => 0,
        }
    }
}

/// Why a move is not allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    Phase,
    PassCount,
    PassCards,
    Turn,
    NotHeld,
    Opening,
    FollowSuit,
    HeartOnFirstTrick,
    QueenOnFirstTrick,
    HeartsUnbroken,
}

pub type Hands = [Vec<Card>; SEATS];

pub struct Game {
    pub phase: Phase,
    pub dealer: usize,
    pub round: usize,
    pub hands: Hands,
    pub captured: Hands,
    pub turn: Option<usize>,
    pub trick: Vec<(usize, Card)>,
    pub trick_winner: Option<usize>,
    pub broken: bool,
    pub round_points: Option<[i64; SEATS]>,
    pub totals: [i64; SEATS],
    limit: i64,
    limit_reached: bool,
    dealt: bool,
    selected: [Option<Vec<Card>>; SEATS],
}

impl Game {
    pub fn new(dealer: usize, round: usize, totals: [i64; SEATS], limit: i64, limit_reached: bool) -> Game {
        Game {
            phase: Phase::Deal,
            dealer,
            round,
            hands: Hands::default(),
            captured: Hands::default(),
            turn: None,
            trick: Vec::new(),
            trick_winner: None,
            broken: false,
            round_points: None,
            totals,
            limit,
            limit_reached: limit_reached || totals.iter().any(|total| *total >= limit),
            dealt: false,
            selected: Default::default(),
        }
    }

    /// Whether a round is being played, from its deal to its last card.
    pub fn under_way(&self) -> bool {
        matches!(self.phase, Phase::Pass | Phase::Play)
    }

    pub fn direction(&self) -> Direction {
        Direction::CYCLE[(self.round - 1) % 4]
    }

    /// The seats with the lowest total, who win once the match is over.
    pub fn leaders(&self) -> Vec<usize> {
        let lowest = self.totals.iter().min();
        (0..SEATS).filter(|seat| Some(&self.totals[*seat]) == lowest).collect()
    }

    /// The place of each seat; equal totals share the better one.
    pub fn places(&self) -> Vec<usize> {
        let better = |mine: &i64| self.totals.iter().filter(|total| *total < mine).count();
        self.totals.iter().map(|mine| 1 + better(mine)).collect()
    }

    /// The cards that the seat in turn may play; none while nobody is.
    pub fn legal(&self) -> Vec<Card> {
        let hand = self.turn.map_or(Vec::new(), |seat| self.hands[seat].clone());
        self.filters().iter().fold(hand, |cards, (_, allows)| keep(cards, allows))
    }

    pub fn deal(&mut self, hands: Hands) -> Result<(), Reason> {
        self.require(Phase::Deal)?;
        if self.dealt {
            self.round += 1;
            self.dealer = (self.dealer + 1) % SEATS;
        }
        self.dealt = true;
        self.hands = hands;
        self.captured = Hands::default();
        self.selected = Default::default();
        self.trick_winner = None;
        self.round_points = None;
        self.broken = false;
        if self.direction() == Direction::Hold {
            self.open();
        } else {
            self.phase = Phase::Pass;
        }
        Ok(())
    }

    /// Selects the cards that a seat passes; they move once every seat has selected.
    pub fn pass(&mut self, seat: usize, cards: Vec<Card>) -> Result<(), Reason> {
        self.require(Phase::Pass)?;
        if cards.len() != 3 {
            return Err(Reason::PassCount);
        }
        let twice = (1..3).any(|i| cards[..i].contains(&cards[i]));
        if twice || cards.iter().any(|card| !self.hands[seat].contains(card)) {
            return Err(Reason::PassCards);
        }
        self.selected[seat] = Some(cards);
        if self.selected.iter().all(Option::is_some) {
            self.exchange();
            self.open();
        }
        Ok(())
    }

    pub fn play(&mut self, seat: usize, card: Card) -> Result<(), Reason> {
        self.require(Phase::Play)?;
        if Some(seat) != self.turn {
            return Err(Reason::Turn);
        }
        if !self.hands[seat].contains(&card) {
            return Err(Reason::NotHeld);
        }
        let mut cards = self.hands[seat].clone();
        for (reason, allows) in self.filters() {
            cards = keep(cards, &allows);
            if !cards.contains(&card) {
                return Err(reason(card));
            }
        }
        self.hands[seat].retain(|held| *held != card);
        self.trick.push((seat, card));
        self.broken |= card.is_heart();
        self.turn = Some((seat + 1) % SEATS);
        if self.trick.len() == SEATS {
            self.close_trick();
        }
        Ok(())
    }

    /// What the seat in turn is bound by, in order, with the reason for which a card falls: each narrows the cards
    /// down, unless it would leave none.
    fn filters(&self) -> Vec<Filter> {
        let first_trick = self.turn.map_or(false, |seat| self.hands[seat].len() == FULL_HAND);
        let led = self.trick.first().map(|(_, card)| card.suit);
        let mut filters: Vec<Filter> = Vec::new();
        match led {
            Some(suit) => filters.push((|_| Reason::FollowSuit, Box::new(move |card| card.suit == suit))),
            None if first_trick => filters.push((|_| Reason::Opening, Box::new(|card| card == OPENING))),
            None => (),
        }
        if first_trick {
            filters.push((too_early, Box::new(|card| card.points() == 0)));
        }
        if led.is_none() && !self.broken {
            filters.push((|_| Reason::HeartsUnbroken, Box::new(|card| !card.is_heart())));
        }
        filters
    }

    fn require(&self, phase: Phase) -> Result<(), Reason> {
        if self.phase == phase {
            Ok(())
        } else {
            Err(Reason::Phase)
        }
    }

    fn exchange(&mut self) {
        let seats_on = self.direction().seats_on();
        for (seat, selected) in self.selected.iter().enumerate() {
            for card in selected.iter().flatten() {
                self.hands[seat].retain(|held| held != card);
                self.hands[(seat + seats_on) % SEATS].push(*card);
            }
        }
    }

    fn open(&mut self) {
        self.phase = Phase::Play;
        self.turn = self.hands.iter().position(|hand| hand.contains(&OPENING));
    }

    fn close_trick(&mut self) {
        let suit = self.trick[0].1.suit;
        let following = self.trick.iter().filter(|(_, card)| card.suit == suit);
        let winner = following.max_by_key(|(_, card)| card.rank).map_or(0, |(seat, _)| *seat);
        self.captured[winner].extend(self.trick.drain(..).map(|(_, card)| card));
        self.turn = Some(winner);
        self.trick_winner = Some(winner);
        if self.hands[winner].is_empty() {
            self.score();
        }
    }

    fn score(&mut self) {
        let mut points = [0; SEATS];
        for (seat, cards) in self.captured.iter().enumerate() {
            points[seat] = cards.iter().map(|card| card.points()).sum();
        }
        if self.captured.iter().any(|cards| cards.len() == SEATS * FULL_HAND) {
            points = points.map(|taken| MOON - taken);
        }
        for (total, more) in self.totals.iter_mut().zip(points) {
            *total += more;
        }
        self.limit_reached |= self.totals.iter().any(|total| *total >= self.limit);
        self.round_points = Some(points);
        self.turn = None;
        self.phase = if self.limit_reached && self.leaders().len() == 1 { Phase::Over } else { Phase::Deal };
    }
}

type Filter = (fn(Card) -> Reason, Box<dyn Fn(Card) -> bool>);

fn too_early(card: Card) -> Reason {
    if card.is_heart() {
        Reason::HeartOnFirstTrick
    } else {
        Reason::QueenOnFirstTrick
    }
}

fn keep(cards: Vec<Card>, allows: &dyn Fn(Card) -> bool) -> Vec<Card> {
    let kept: Vec<Card> = cards.iter().copied().filter(|card| allows(*card)).collect();
    if kept.is_empty() {
        cards
    } else {
        kept
    }
}
