// A match of Hearts for four players.  Cards are two characters, rank and suit ("QS"); seats are 0 to 3, clockwise.
//
// The game knows nothing of who asks: a move is carried out, or refused with a reason, and then nothing has changed.

const RANKS = "23456789TJQKA";
const DIRECTIONS = ["left", "right", "across", "hold"];
const SEATS_ON = { left: 1, across: 2, right: 3 };
const SEATS = [0, 1, 2, 3];
const FULL_HAND = 13;
const MOON = 26;

export class Refused extends Error {}

const rank = (card) => RANKS.indexOf(card[0]);
const isHeart = (card) => card[1] === "H";
const value = (card) => (card === "QS" ? 13 : isHeart(card) ? 1 : 0);
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

export class Game {
  constructor({ dealer, round = 1, totals = [0, 0, 0, 0], limit = 100, limitReached = false }) {
    Object.assign(this, { dealer, round, totals: [...totals], limit });
    this.limitReached = limitReached || totals.some((total) => total >= limit);
    this.phase = "deal";
    this.started = false;
    this.hands = SEATS.map(() => []);
    this.captured = SEATS.map(() => []);
    this.turn = this.direction = this.trick = this.trickWinner = this.broken = this.roundPoints = null;
  }

  get winners() {
    if (this.phase !== "over") return null;
    return SEATS.filter((seat) => this.totals[seat] === Math.min(...this.totals));
  }

  get places() {
    if (this.phase !== "over") return null;
    return this.totals.map((mine) => 1 + this.totals.filter((total) => total < mine).length);
  }

  get legal() {
    if (this.phase !== "play") return null;
    return this.#filters().reduce((cards, [, allows]) => keep(cards, allows), this.hands[this.turn]);
  }

  deal(hands) {
    this.#require("deal");
    if (this.started) {
      this.round += 1;
      this.dealer = (this.dealer + 1) % 4;
    }
    this.started = true;
    this.hands = hands.map((hand) => [...hand]);
    this.captured = SEATS.map(() => []);
    this.selections = [null, null, null, null];
    this.direction = DIRECTIONS[(this.round - 1) % 4];
    this.trick = [];
    this.trickWinner = this.roundPoints = null;
    this.broken = false;
    if (this.direction === "hold") this.#open();
    else this.phase = "pass";
  }

  pass(seat, cards) {
    this.#require("pass");
    if (cards.length !== 3) throw new Refused("three cards are passed");
    if (new Set(cards).size !== 3) throw new Refused("a card is named twice");
    if (!cards.every((card) => this.hands[seat].includes(card))) throw new Refused("a card passed is not held");
    this.selections[seat] = [...cards];
    if (this.selections.every((each) => each)) this.#exchange();
  }

  play(seat, card) {
    this.#require("play");
    if (seat !== this.turn) throw new Refused("another player's turn");
    if (!this.hands[seat].includes(card)) throw new Refused("a card that is not held");
    let cards = this.hands[seat];
    for (const [reason, allows] of this.#filters()) {
      cards = keep(cards, allows);
      if (!cards.includes(card)) throw new Refused(reason(card));
    }
    this.hands[seat] = this.hands[seat].filter((each) => each !== card);
    this.trick.push({ seat, card });
    if (isHeart(card) || card === "QS") this.broken = true;
    this.turn = (seat + 1) % 4;
    if (this.trick.length === 4) this.#closeTrick();
  }

  // What the player in turn is bound by, in order: each narrows the cards down, unless it would leave none.
  #filters() {
    const held = this.hands[this.turn].length;
    const led = this.trick[0]?.card[1];
    const filters = [];
    if (led) filters.push([() => "suit not followed", (card) => card[1] === led]);
    else if (held === FULL_HAND) filters.push([() => "another opening card", (card) => card === "2C"]);
    if (held === FULL_HAND) {
      const reason = (card) => (isHeart(card) ? "a heart on the first trick" : "the queen on the first trick");
      filters.push([reason, (card) => value(card) === 0]);
    }
    if (!led && !this.broken) filters.push([() => "hearts are not broken", (card) => !isHeart(card)]);
    return filters;
  }

  #require(phase) {
    if (this.phase !== phase) throw new Refused("not now");
  }

  #exchange() {
    const giver = (seat) => (seat + 4 - SEATS_ON[this.direction]) % 4;
    const kept = SEATS.map((seat) => this.hands[seat].filter((card) => !this.selections[seat].includes(card)));
    this.hands = SEATS.map((seat) => [...kept[seat], ...this.selections[giver(seat)]]);
    this.#open();
  }

  #open() {
    this.phase = "play";
    this.turn = this.hands.findIndex((hand) => hand.includes("2C"));
  }

  #closeTrick() {
    const suit = this.trick[0].card[1];
    const following = this.trick.filter(({ card }) => card[1] === suit);
    const best = following.reduce((high, each) => (rank(each.card) > rank(high.card) ? each : high));
    this.captured[best.seat].push(...this.trick.map(({ card }) => card));
    this.trick = [];
    this.turn = this.trickWinner = best.seat;
    if (this.hands[best.seat].length === 0) this.#score();
  }

  #score() {
    const taken = this.captured.map((cards) => sum(cards.map(value)));
    this.roundPoints = taken.includes(MOON) ? taken.map((points) => MOON - points) : taken;
    this.totals = this.totals.map((total, seat) => total + this.roundPoints[seat]);
    this.limitReached ||= this.totals.some((total) => total >= this.limit);
    const lowest = this.totals.filter((total) => total === Math.min(...this.totals));
    this.phase = this.limitReached && lowest.length === 1 ? "over" : "deal";
    this.turn = this.direction = this.trick = this.broken = null;
  }
}

function keep(cards, allows) {
  const kept = cards.filter(allows);
  return kept.length ? kept : cards;
}
