// The table's page: puts its parts together, and shows what the server sends.

import "./story/log-size.js";
import "./shortcuts.js";

import { Ceremony } from "../ending/ceremony.js";
import { Animator } from "../panels/animation.js";
import { Highlights } from "../panels/highlights.js";
import { Panels } from "../panels/panels.js";
import { closest, find } from "../shared/elements.js";
import { _ } from "../shared/translations.js";
import { Chat } from "./chat.js";
import { Choices, takeChoice, waitingWords } from "./choices/choices.js";
import { Hints } from "./choices/hints.js";
import { closeMenu } from "./choices/menu.js";
import { Orders } from "./choices/orders.js";
import { PanelFocus } from "./choices/panel-focus.js";
import { asksNot, preferred } from "./choices/payment.js";
import { Pointer } from "./choices/pointer.js";
import { Ribbon } from "./choices/ribbon.js";
import { useSigns } from "./choices/tokens.js";
import { hideTooltip } from "./choices/tooltip.js";
import { Undo } from "./choices/undo.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { Dialogs } from "./dialogs.js";
import { drawEnds } from "./foot.js";
import { drawGameOver } from "./game-over.js";
import { covered, handOver, wipe } from "./handover.js";
import { Header } from "./header.js";
import { Coach, taught } from "./lesson/coach.js";
import { announce, notice, warn } from "./notices.js";
import { Requests } from "./requests.js";
import { Seats } from "./seats.js";
import * as sounds from "./sounds.js";
import { AccountSheet } from "./story/account-sheet.js";
import { Log } from "./story/log.js";
import { Spotlight } from "./story/spotlight.js";
import { drawTabs, markTabs, turnTo } from "./tabs.js";

const body = document.body;
const skip = find("#skip-button");

class Table {
  constructor() {
    /** @type {Server.Position | null} */
    this.position = null; // as it is shown
    /** @type {Server.Changes[]} */
    this.queue = []; // changes still to be shown
    this.known = -1; // how far the table has come, shown or not
    this.offeredBefore = ""; // the choices that are drawn
    const places = { large: find("#large"), beside: find("#beside"), strip: find("#strip"), further: find("#further") };
    this.panels = new Panels(places, find("#definitions"));
    this.panels.moved = () => markTabs(this.panels);
    const boards = find(".boards");
    boards.addEventListener("scroll", () => markTabs(this.panels), { passive: true });
    this.highlights = new Highlights(boards);
    this.header = new Header(find("#now"), find("#phase"));
    this.focus = new PanelFocus(this.panels, this.highlights);
    this.animator = new Animator(this.panels, this.highlights, body.dataset.speed);
    this.ribbon = new Ribbon(find("#ribbon"));
    const take = (choice, ask) => takeChoice(choice, this.position.told.at, this.requests, ask);
    const point = (choice) => this.point(choice);
    this.choices = new Choices(find("#choices"), { take, point });
    this.hints = new Hints(find("#ideas"), { take, point });
    this.pointer = new Pointer(boards, this.highlights, {
      take,
      point,
      choicesFor: (target) => this.offered().filter((choice) => choice.target === target),
      why: (target) => (this.seat === null ? null : this.requests.why(target)),
      mentioned: (target) => this.log.mark(target),
      enlarge: (node) => this.focus.enlarge(node),
    });
    this.coach = new Coach(this.panels, this.highlights, {
      take,
      point,
      ask: (at) => this.position.hints && this.requests.connection.ask({ type: "hint", at }),
      leave: () => this.leaveLesson(),
      light: (choices) => this.light(choices),
    });
    this.log = new Log(find("#log"), {
      light: (targets, tapped) => this.focus.light(targets, tapped),
      again: (entries, point) => this.spotlight.replay(entries, point),
      open: (entry) => this.sheet.open([entry], this.log.entries, this.position.told),
      replay: find(".log .back").getAttribute("href"),
    });
    this.sheet = new AccountSheet();
    this.ceremony = new Ceremony(body.dataset.table);
    this.spotlight = new Spotlight(this.panels, this.highlights, this.animator);
    this.seats = new Seats(find("#seats"), {
      rename: (name) => this.requests.send({ type: "rename", name }),
      open: (panel) => turnTo(panel, this.panels),
    });
    this.clocks = new Clocks(find("#seats"), find("#absence"), {
      vote: (choice) => this.requests.act({ type: "vote", at: this.position.told.at, choice }),
      back: () => this.requests.act({ type: "back" }),
    });
    this.orders = new Orders(find("#orders"), {
      give: (order) => this.requests.act({ type: "order", at: this.position.told.at, order }),
      withdraw: (number) => this.requests.act({ type: "withdraw", number }),
      foresee: (move) => this.requests.send({ type: "foresee", at: this.position.told.at, move }),
    });
    this.chat = new Chat(find("#chat"), find("#say"), (words) => this.requests.send({ type: "say", words }));
    this.undo = new Undo({
      takeBack: (what) => this.requests.act({ type: "take_back", at: this.position.told.at, what }),
      agree: (yes) => this.requests.act({ type: "agree", at: this.position.told.at, yes }),
    });
    this.dialogs = new Dialogs({ ask: (request) => this.requests.send(request), speed: (speed) => this.hasten(speed) });
    const connection = new Connection(body.dataset.live, {
      receive: (message) => this.receive(message),
      state: (state) => this.line(state),
      closed: () => warn(_("You can no longer open this table. Ask its host for a new link.")),
    });
    this.requests = new Requests(connection, { busy: () => this.drawBusy() });
    find("#hint-button").addEventListener("click", () => this.requests.hint(this.position.told.at));
    find("#legend-button").addEventListener("click", () => this.panels.enlarge(this.panels.legend?.name));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.panels.chosen && !closest(event, "dialog, [popover], input")) this.panels.enlarge();
    });
    const sheet = find("#sheet-button");
    sheet.addEventListener("click", () => {
      sheet.setAttribute("aria-expanded", body.classList.toggle("sheet-open") ? "true" : "false");
    });
    skip.addEventListener("click", () => this.hurry());
    document.addEventListener("theme", () => connection.again());
    connection.open();
  }

  // Messages from the server

  /** @param {Server.Reply} message */
  receive(message) {
    switch (message.type) {
      case "position":
        return this.hearPosition(message);
      case "changes":
        return this.hearChanges(message);
      case "chat":
        return this.hearChat(message);
      case "accepted":
        return this.requests.accepted();
      case "refused":
        if (this.coach.waits && !this.requests.busy) return this.coach.receive(null);
        this.requests.refused();
        return notice(message.words, message.clause);
      case "lapsed":
        notice(message.words);
        this.log.lapse(message.words);
        return this.position && this.tell();
      case "foreseen":
        return this.orders.foreseen(message);
      case "undrawn":
        this.requests.refused();
        return warn(message.words, () => this.requests.connection.again());
      case "because":
        return this.requests.answered(message);
      case "announced":
        return announce(message.words);
      case "rematch":
        body.dataset.next = message.address;
        return this.position && this.tell();
      case "advice":
        if (this.coach.advises) return this.coach.receive(message);
        this.requests.accepted();
        return this.advise(message);
      default:
        return null;
    }
  }

  line(state) {
    if (state === "lost") warn(_("Connection lost. Reconnecting; your choices are not lost."));
    else if (this.seat !== undefined) this.requests.look(this.seat);
  }

  /** @param {Server.Position} position */
  hearPosition(position) {
    const several = "secrets" in body.dataset && position.mine.length > 1;
    if (several && this.seat === undefined) return this.cover(position);
    if (this.seat !== undefined && position.seat !== this.seat && position.mine.includes(this.seat)) return null;
    if (covered()) return null;
    warn("");
    this.seat = position.seat;
    this.queue.length = 0;
    this.known = position.told.at;
    this.show(position);
    this.requests.resumed(position.told.at);
    return null;
  }

  /** @param {Server.Changes} changes */
  hearChanges(changes) {
    if (covered() || !this.position) return;
    if (changes.since !== this.known) {
      this.requests.look(this.seat);
      return;
    }
    this.known = changes.told.at;
    this.queue.push(changes);
    if (this.queue.length === 1 && !this.playing) this.play();
  }

  /** @param {Server.Chat} line */
  hearChat(line) {
    if (!this.position) return;
    this.chat.add(line);
    if (body.dataset.tab !== "chat") find('.tab[data-tab="chat"]')?.classList.add("news");
  }

  // Showing

  /**
   * Everything, at once.
   * @param {Server.Position} position
   */
  show(position) {
    const first = !this.position;
    this.position = position;
    useSigns(position.signs);
    this.panels.draw(position);
    for (const part of document.querySelectorAll("#legend-button, [data-legend]")) part.toggleAttribute("hidden", !this.panels.legend);
    this.log.draw(position.log);
    this.chat.draw(position.chat);
    this.dialogs.draw(position);
    this.tell();
    this.sheet.follow(position.log, position.told, first);
    if (this.position) this.ceremony.follow(position.told, first);
  }

  /** Show the queued moves one after another. */
  async play() {
    this.playing = true;
    while (this.queue.length && this.position) {
      const fresh = this.change(this.queue.shift());
      await this.spotlight.watch(fresh, this.seat, { more: () => this.queue.length > 0, busy: () => this.requests.acting(this.known) });
    }
    this.playing = false;
    if (this.position && !this.spotlight.replaying) this.focus.lead(this.lit);
    if (this.position?.told.to_move === this.seat) this.animator.hurried = false;
    if (this.position) this.ceremony.follow(this.position.told);
  }

  /**
   * Show one move: replace what it changed, and animate it. Returns the new entries of the log.
   * @param {Server.Changes} changes
   */
  change(changes) {
    const before = this.animator.before(changes.parts);
    this.panels.change(changes.parts, changes.boxes);
    this.animator.after(changes.parts, before);
    this.position = { ...this.position, told: changes.told };
    const fresh = this.log.add(changes.log, changes.kept);
    if (changes.log.some((entry) => !entry.seated)) sounds.move();
    this.tell();
    if (!this.position) return []; // the screen changes hands
    this.animator.pulse(fresh);
    this.sheet.follow(this.log.entries, changes.told);
    return fresh;
  }

  /** Everything but the pictures: whose turn it is, choices, players. */
  tell() {
    const { told, mine } = this.position;
    if (!this.queue.length && this.passOn()) return;
    const settled = !this.queue.length;
    drawTabs(this.panels);
    this.panels.look(told.focus ?? {});
    const choices = settled ? this.offered() : [];
    const ours = settled && told.to_move === this.seat && !told.over;
    this.header.draw(told, { ours, several: mine.length > 1, watching: this.seat === null });
    this.seats.draw(told, this.seat);
    this.dialogs.drawSeats(told, mine, this.position.host);
    this.clocks.draw(told, this.seat);
    this.orders.draw(told, this.seat);
    this.undo.draw(told, this.seat, mine, this.requests.busy);
    this.offer(choices, told);
    this.drawBusy();
    this.light(choices);
    const coached = this.coach.draw(told, choices);
    this.log.drawSince(this.seat, ours);
    find("#hint-button").hidden = !(this.position.hints && choices.length && !coached && !told.lesson?.moves);
    skip.hidden = settled && !(this.bots() && this.animator.speed !== "instant");
    const page = { table: body.dataset.table, seated: mine.length > 0 || this.position.host, next: body.dataset.next };
    drawGameOver(told, page, () => this.ceremony.open());
    this.ceremony.tell(told, page);
    this.focus.lead(this.lit, !this.playing);
    body.classList.toggle("alone", told.seats.every((one, seat) => one.kind === "bot" || mine.includes(seat)));
    body.dataset.at = String(told.at);
    body.dataset.turn = ours ? "mine" : told.over ? "over" : "theirs";
  }

  /**
   * Draws the choices. If they are the same as before, because somebody came or a clock went on, what the player was
   * about to do stays: a bid in its field, an open menu, a hint.
   * @param {Server.Choice[]} choices
   * @param {Server.Told} told
   */
  offer(choices, told) {
    const offered = JSON.stringify([told.at, this.seat, choices, told.lesson, asksNot()]);
    if (choices.length && offered === this.offeredBefore) return;
    this.offeredBefore = offered;
    hideTooltip();
    closeMenu();
    this.choices.draw(choices.filter((choice) => !choice.ends), { waiting: choices.length ? "" : waitingWords(told, this.seat) });
    drawEnds(choices.filter((choice) => choice.ends), this.choices);
    this.point(null);
    this.highlights.advise([]);
    this.hints.clear();
  }

  drawBusy() {
    this.choices.busy(this.requests.busy);
    if (this.requests.busy && !body.hasAttribute("data-busy")) {
      this.sheet.close();
      this.spotlight.stop();
      this.animator.wake?.();
    }
    body.toggleAttribute("data-busy", this.requests.busy);
  }

  // One screen for several people

  /** Hands the screen over to the player at it who has to move; returns whether it changed hands. */
  passOn() {
    const { told, mine } = this.position;
    const next = told.to_move;
    if (next === this.seat || !mine.includes(next) || told.over) return false;
    if ("secrets" in body.dataset && mine.length > 1) this.cover(this.position, next);
    else this.look(next);
    return true;
  }

  /**
   * @param {Server.Position} position
   * @param {number} next
   */
  cover(position, next = position.told.to_move) {
    const names = position.told.seats.map((one) => one.name);
    this.clear();
    handOver(position.mine.includes(next) ? [next] : position.mine, names, { look: (seat) => this.look(seat) });
  }

  /** Remove everything that the previous player saw. */
  clear() {
    this.position = null;
    this.queue.length = 0;
    this.panels.clear();
    this.highlights.offer([]);
    this.log.draw([]);
    this.log.lapsed = [];
    this.log.drawSince(null, false);
    this.ribbon.draw(null);
    this.sheet.close();
    this.spotlight.stop();
    this.spotlight.end();
    this.offeredBefore = "";
    this.choices.draw([]);
    drawEnds([], this.choices);
    this.hints.clear();
    this.chat.draw([]);
    wipe();
  }

  /** @param {number | null} seat */
  look(seat) {
    this.seat = seat;
    this.requests.look(seat);
  }

  // What the player does

  offered() {
    const { told } = this.position ?? {};
    if (!told || told.to_move !== this.seat || told.over || this.queue.length) return [];
    return taught(told.choices ?? [], told.lesson).map(preferred);
  }

  /**
   * Show on the board and in the ribbon what a choice is about.
   * @param {Server.Choice | null} choice
   */
  point(choice) {
    this.highlights.show(choice ? [choice.target, ...(choice.shows ?? [])].filter(Boolean) : []);
    this.ribbon.draw(choice);
  }

  /** @param {Server.Advice} advice */
  advise({ at, ideas }) {
    if (at !== this.position?.told.at || !ideas.length) return;
    const choices = ideas.map((idea) => preferred(idea.choice));
    this.highlights.advise(choices.map((choice) => choice.target).filter(Boolean));
    this.choices.advise(choices.map((choice) => choice.move));
    this.hints.draw(ideas);
  }

  /**
   * Highlight what can be chosen, or the part of it that the coach suggests.
   * @param {Server.Choice[]} choices
   */
  light(choices) {
    this.lit = choices;
    this.highlights.offer(choices);
    if (!this.playing) this.focus.lead(choices);
  }

  leaveLesson() {
    const { coach } = this.position.told.lesson;
    this.requests.act({ type: "leave_lesson" });
    if (coach && this.position.hints) notice(_("The game continues without the coach. You can still ask for a hint."));
  }

  bots() {
    const { told } = this.position;
    return told.seats[told.to_move]?.kind === "bot";
  }

  hurry() {
    if (this.spotlight.stop()) return;
    this.animator.skip();
    this.requests.send({ type: "hurry" });
  }

  hasten(speed) {
    this.animator.speed = speed;
    this.requests.connection.again();
  }
}

new Table();
