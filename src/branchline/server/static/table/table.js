// The table's page: puts its parts together, and shows what the server sends.

import "./shortcuts.js";

import { Animator } from "../panels/animation.js";
import { Highlights } from "../panels/highlights.js";
import { Panels } from "../panels/panels.js";
import { find } from "../shared/elements.js";
import { _ } from "../shared/translations.js";
import { Chat } from "./chat.js";
import { Choices, takeChoice, waitingWords } from "./choices/choices.js";
import { Hints } from "./choices/hints.js";
import { closeMenu } from "./choices/menu.js";
import { Orders } from "./choices/orders.js";
import { PanelFocus } from "./choices/panel-focus.js";
import { Pointer } from "./choices/pointer.js";
import { hideTooltip } from "./choices/tooltip.js";
import { Undo } from "./choices/undo.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { Dialogs } from "./dialogs.js";
import { drawGameOver } from "./game-over.js";
import { covered, handOver, wipe } from "./handover.js";
import { Header } from "./header.js";
import { Log } from "./log.js";
import { announce, notice, warn } from "./notices.js";
import { Requests } from "./requests.js";
import { Seats } from "./seats.js";
import * as sounds from "./sounds.js";
import { drawStatements } from "./statements.js";
import { drawTabs } from "./tabs.js";
import { drawLesson, taught } from "./tutorial.js";

const body = document.body;
const skip = find("#skip-button");

class Table {
  constructor() {
    /** @type {Server.Position | null} */
    this.position = null; // as it is shown
    /** @type {Server.Changes[]} */
    this.queue = []; // changes still to be shown
    this.known = -1; // how far the table has come, shown or not
    const places = { large: find("#large"), beside: find("#beside"), further: find("#further") };
    this.panels = new Panels(places, find("#definitions"));
    const boards = find(".boards");
    this.highlights = new Highlights(boards);
    this.header = new Header(find("#now"));
    this.focus = new PanelFocus(this.panels, this.highlights);
    this.animator = new Animator(this.panels, this.highlights, body.dataset.speed);
    const take = (choice) => takeChoice(choice, this.position.told.at, this.requests);
    const point = (choice) => this.highlights.show(choice ? [choice.target, ...(choice.shows ?? [])].filter(Boolean) : []);
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
    this.log = new Log(find("#log"), {
      since: find("#since"),
      said: find("#said"),
      light: (targets, tapped) => this.focus.light(targets, tapped),
    });
    this.seats = new Seats(find("#seats"), { rename: (name) => this.requests.send({ type: "rename", name }) });
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
      hear: (message) => this.hear(message),
      state: (state) => this.line(state),
      closed: () => warn(_("You can no longer open this table. Ask its host for a new link.")),
    });
    this.requests = new Requests(connection, { busy: () => this.drawBusy() });
    find("#hint-button").addEventListener("click", () => this.requests.hint(this.position.told.at));
    find("#legend-button").addEventListener("click", () => this.panels.legend?.enlarge());
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
  hear(message) {
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
    this.position = position;
    this.panels.draw(position);
    find("#legend-button").hidden = !this.panels.legend;
    this.log.draw(position.log);
    this.chat.draw(position.chat);
    this.dialogs.draw(position);
    drawStatements(find("#statements"), position.told.accounts, this.names());
    this.tell();
  }

  /** Show the queued moves one after another. */
  async play() {
    this.playing = true;
    while (this.queue.length && this.position) {
      const changes = this.queue.shift();
      this.change(changes);
      const own = changes.log.every((entry) => entry.seat === this.seat);
      if (!own || this.queue.length) await this.animator.rest();
    }
    this.playing = false;
    if (this.position?.told.to_move === this.seat) this.animator.hurried = false;
  }

  /**
   * Show one move: replace what it changed, and animate it.
   * @param {Server.Changes} changes
   */
  change(changes) {
    const before = this.animator.before(changes.parts);
    this.panels.change(changes.parts);
    this.animator.after(changes.parts, before);
    this.position = { ...this.position, told: changes.told };
    this.log.add(changes.log, changes.kept);
    drawStatements(find("#statements"), changes.told.accounts, this.names());
    if (changes.log.some((entry) => !entry.seated)) sounds.move();
    this.tell();
    if (this.position) this.animator.pulse(changes.log);
  }

  /** Everything but the pictures: whose turn it is, choices, players. */
  tell() {
    const { told, mine } = this.position;
    if (!this.queue.length && this.passOn()) return;
    const settled = !this.queue.length;
    drawTabs(this.panels);
    const choices = settled ? this.offered() : [];
    const ours = settled && told.to_move === this.seat && !told.over;
    hideTooltip();
    closeMenu();
    this.header.draw(told, ours);
    this.seats.draw(told, this.seat);
    this.dialogs.drawSeats(told, mine, this.position.host);
    this.clocks.draw(told, this.seat);
    this.orders.draw(told, this.seat);
    this.undo.draw(told, this.seat, mine, this.requests.busy);
    drawLesson(told.lesson);
    this.choices.draw(choices, { waiting: waitingWords(told, this.seat) });
    this.drawBusy();
    this.highlights.offer(choices.map((choice) => choice.target).filter(Boolean));
    this.highlights.show([]);
    this.highlights.advise([]);
    this.hints.clear();
    this.log.drawSince(this.seat, ours);
    find("#hint-button").hidden = !(this.position.hints && choices.length && !told.lesson?.moves);
    skip.hidden = settled && !(this.bots() && this.animator.speed !== "instant");
    drawGameOver(told, { table: body.dataset.table, seated: mine.length > 0 || this.position.host, next: body.dataset.next });
    this.focus.lead(choices);
    body.classList.toggle("alone", told.seats.every((one, seat) => one.kind === "bot" || mine.includes(seat)));
    body.dataset.at = String(told.at);
    body.dataset.turn = ours ? "mine" : told.over ? "over" : "theirs";
  }

  drawBusy() {
    this.choices.busy(this.requests.busy);
    body.toggleAttribute("data-busy", this.requests.busy);
  }

  // One screen for several people

  /** Hands the screen to the player at it who has to move; true: it changed hands. */
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
    this.choices.draw([]);
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
    return taught(told.choices ?? [], told.lesson);
  }

  /** @param {Server.Advice} advice */
  advise({ at, ideas }) {
    if (at !== this.position?.told.at || !ideas.length) return;
    const choices = ideas.map((idea) => idea.choice);
    this.highlights.advise(choices.map((choice) => choice.target).filter(Boolean));
    this.choices.advise(choices.map((choice) => choice.move));
    this.hints.draw(ideas);
  }

  bots() {
    const { told } = this.position;
    return told.seats[told.to_move]?.kind === "bot";
  }

  hurry() {
    this.animator.skip();
    this.requests.send({ type: "hurry" });
  }

  hasten(speed) {
    this.animator.speed = speed;
    this.requests.connection.again();
  }

  names() {
    return this.position.told.seats.map((one) => one.name);
  }
}

new Table();
