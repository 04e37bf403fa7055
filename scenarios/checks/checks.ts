/** Checks of a call. */
import { quantileNearest } from '../../media/statistics.ts';
import type { CallEvent } from '../call/events.ts';
import type { Facts } from '../call/facts.ts';
import type { CalledFields, ExpectFields, InOrderFields } from '../file/schema.ts';
import { contains } from './words.ts';

/** The result of a check. */
export interface Checked {
  /** In the words of the scenario: `said: "for four"`. */
  readonly what: string;
  readonly passed: boolean;
  /** Reason of a failure. */
  readonly reason: string;
  /** Time of the failure since the call began; null if it has no particular time. */
  readonly atMs: number | null;
}

/** Data from which a call is checked. */
export interface Judged {
  readonly events: readonly CallEvent[];
  readonly facts: Facts;
}

const pass = (what: string): Checked => ({ what, passed: true, reason: '', atMs: null });
const fail = (what: string, reason: string, atMs: number | null): Checked => ({
  what,
  passed: false,
  reason,
  atMs,
});
const verdict = (what: string, passed: boolean, reason: string, atMs: number | null): Checked =>
  passed ? pass(what) : fail(what, reason, atMs);

/** Checks a call, in the order of the fields. */
export function check(expect: ExpectFields, { events, facts }: Judged): Checked[] {
  const said = textsOf(events, 'said');
  const heard = textsOf(events, 'heard');
  return [
    ...(expect.said ?? []).map((words) => contained(`said: ${words}`, words, said, 'the agent said')),
    ...(expect.not_said ?? []).map((words) => absent(`not_said: ${words}`, words, said, 'the agent said')),
    ...(expect.heard ?? []).map((words) => contained(`heard: ${words}`, words, heard, 'the agent heard')),
    ...(expect.not_heard ?? []).map((words) =>
      absent(`not_heard: ${words}`, words, heard, 'the agent heard'),
    ),
    ...(expect.tools_called ?? []).map((wanted) => called(wanted, events)),
    ...(expect.tools_not_called ?? []).map((tool) => notCalled(tool, events)),
    ...(expect.order ? [inOrder(expect.order, events)] : []),
    ...(expect.language ? [inLanguage(expect.language, events)] : []),
    ...(expect.end_reason ? [ended(expect.end_reason, events)] : []),
    ...(expect.no_cut_off ? [notCutOff(facts)] : []),
    ...(expect.answer_within_ms === undefined ? [] : [answersWithin(expect.answer_within_ms, facts)]),
    ...(expect.interruption_obeyed_within_ms === undefined
      ? []
      : [obeysWithin(expect.interruption_obeyed_within_ms, facts)]),
    ...(expect.overlap_at_most_ms === undefined ? [] : [overlapsAtMost(expect.overlap_at_most_ms, facts)]),
    ...(expect.goes_on_after_sound ? [goesOn(facts)] : []),
  ];
}

interface Text {
  readonly atMs: number;
  readonly text: string;
}

const textsOf = (events: readonly CallEvent[], kind: 'said' | 'heard'): Text[] =>
  events.flatMap((event) => (event.kind === kind ? [{ atMs: event.atMs, text: event.text }] : []));

/** Words may be spread over several turns, like a number that is dictated in groups. */
function contained(what: string, words: string, texts: readonly Text[], who: string): Checked {
  const all = texts.map(({ text }) => text).filter((text) => text !== '');
  if (all.some((text) => contains(text, words)) || contains(all.join(' '), words)) return pass(what);
  const reason = all.length === 0 ? `${who} nothing` : `${who} ${all.map((text) => `"${text}"`).join(', ')}`;
  return fail(what, reason, texts.at(-1)?.atMs ?? null);
}

function absent(what: string, words: string, texts: readonly Text[], who: string): Checked {
  const found = texts.find(({ text }) => contains(text, words));
  return found ? fail(what, `${who} "${found.text}"`, found.atMs) : pass(what);
}

function called({ name, with: wanted, times }: CalledFields, events: readonly CallEvent[]): Checked {
  const args = wanted ? ` with ${JSON.stringify(wanted)}` : '';
  const what = `tools_called: ${name}${args}${times ? `, ${times} times` : ''}`;
  const calls = events.filter((event) => event.kind === 'tool' && event.tool === name);
  const last = calls.at(-1);
  if (!last) return fail(what, 'it was not called', null);
  const known = calls.flatMap((call) => (call.kind === 'tool' && call.args ? [call.args] : []));
  if (wanted && known.length === 0) {
    return fail(what, 'arguments are seen only of tools that the scenario serves', last.atMs);
  }
  const fitting = wanted ? known.filter((given) => matches(given, wanted)).length : calls.length;
  if (fitting === 0) {
    const given = known.map((each) => JSON.stringify(each)).join(', ');
    return fail(what, `it was called with ${given}`, last.atMs);
  }
  return verdict(what, times === undefined || fitting === times, `it was called ${fitting} times`, last.atMs);
}

/** Whether a value is the expected one: compares texts by words, and objects by the expected fields. */
function matches(given: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(given) &&
      given.length === wanted.length &&
      wanted.every((each, i) => matches(given[i], each))
    );
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof given !== 'object' || given === null) return false;
    const fields = given as Readonly<Record<string, unknown>>;
    return Object.entries(wanted).every(([name, each]) => matches(fields[name], each));
  }
  if (given === undefined || given === null) return wanted === null;
  const [is, ought] = [String(given), String(wanted)];
  return (
    is.trim().toLowerCase() === ought.trim().toLowerCase() || (ought.startsWith('/') && contains(is, ought))
  );
}

function notCalled(tool: string, events: readonly CallEvent[]): Checked {
  const what = `tools_not_called: ${tool}`;
  const call = events.find((event) => event.kind === 'tool' && event.tool === tool);
  if (call?.kind !== 'tool') return pass(what);
  const args = call.args ? ` with ${JSON.stringify(call.args)}` : '';
  return fail(what, `it was called${args}`, call.atMs);
}

function inOrder(wanted: readonly InOrderFields[], events: readonly CallEvent[]): Checked {
  const what = `order: ${wanted.map(nameOf).join(', ')}`;
  let from = 0;
  let atMs: number | null = null;
  for (const [i, each] of wanted.entries()) {
    const found = events.findIndex((event, at) => at >= from && isThat(event, each));
    if (found < 0) {
      const before = i === 0 ? 'it did not happen' : `it did not happen after ${nameOf(wanted[i - 1]!)}`;
      return fail(what, `${nameOf(each)}: ${before}`, atMs);
    }
    atMs = events[found]!.atMs;
    from = found + 1;
  }
  return pass(what);
}

const nameOf = (each: InOrderFields): string =>
  Object.entries(each)
    .map(([kind, value]) => `${kind} "${value}"`)
    .join('');

function isThat(event: CallEvent, { said, heard, tool }: InOrderFields): boolean {
  if (said !== undefined) return event.kind === 'said' && contains(event.text, said);
  if (heard !== undefined) return event.kind === 'heard' && contains(event.text, heard);
  return event.kind === 'tool' && event.tool === tool;
}

function inLanguage(language: string, events: readonly CallEvent[]): Checked {
  const found = events.filter((event) => event.kind === 'language');
  const last = found.at(-1);
  const names = found.map((event) => event.language).join(', ');
  const reason = last ? `the agent found ${names}` : 'the agent found no other language';
  return verdict(`language: ${language}`, last?.language === language, reason, last?.atMs ?? null);
}

function ended(reason: string, events: readonly CallEvent[]): Checked {
  const end = events.findLast((event) => event.kind === 'end');
  const is = end?.reason ?? 'unknown';
  return verdict(`end_reason: ${reason}`, is === reason, `it was ${is}`, end?.atMs ?? null);
}

function notCutOff({ cutOffs }: Facts): Checked {
  const [first] = cutOffs;
  const what = 'no_cut_off';
  if (!first) return pass(what);
  return fail(what, `the agent took "${first.heard}" for all of "${first.said}"`, first.atMs);
}

function answersWithin(ms: number, { answers }: Facts): Checked {
  const what = `answer_within_ms: ${ms}`;
  if (answers.length === 0) return fail(what, 'there was no answer', null);
  const p90 = quantileNearest(
    answers.map(({ afterMs }) => afterMs),
    0.9,
  );
  const latest = answers.reduce((a, b) => (b.afterMs > a.afterMs ? b : a));
  return verdict(what, p90 <= ms, `${Math.round(p90)} ms for nine in ten of ${answers.length}`, latest.atMs);
}

function obeysWithin(ms: number, { interruptions }: Facts): Checked {
  const what = `interruption_obeyed_within_ms: ${ms}`;
  const [first] = interruptions;
  if (!first) return fail(what, 'the scenario has no step "interrupt"', null);
  const none = interruptions.find(({ isOne }) => !isOne);
  if (none) return fail(what, 'the agent had finished before it was interrupted', none.atMs);
  const worst = interruptions.find(({ afterMs }) => afterMs === null || afterMs > ms);
  if (!worst) return pass(what);
  const after = worst.afterMs === null ? 'the agent went on' : `it took ${Math.round(worst.afterMs)} ms`;
  return fail(what, after, worst.atMs);
}

function overlapsAtMost(ms: number, { overlap }: Facts): Checked {
  const longest = overlap?.ms ?? 0;
  const reason = `both spoke at once for ${Math.round(longest)} ms`;
  return verdict(`overlap_at_most_ms: ${ms}`, longest <= ms, reason, overlap?.atMs ?? null);
}

function goesOn({ sounds }: Facts): Checked {
  const what = 'goes_on_after_sound';
  const turn = sounds.find(({ heard }) => heard !== null);
  if (turn) return fail(what, `${turn.sound} was taken for the turn "${turn.heard}"`, turn.atMs);
  const silent = sounds.find((sound) => !sound.goesOn);
  if (silent) return fail(what, `nothing was heard of the agent after ${silent.sound}`, silent.atMs);
  return verdict(what, sounds.length > 0, 'the scenario has no step "sound"', null);
}
