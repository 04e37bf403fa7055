/** Results as one page that needs no network: what failed can be heard. */
import { type FailureSound, failureWav } from '../call/failure-sound.ts';
import { blockLevels, CALLER_RATE } from '../caller/clip.ts';
import { escaped } from './escaped.ts';
import { measureRows, type PublicMeasures } from './public-measures.ts';
import { type EventReport, type Report, type RunReport, secondOf, spreadOf } from './report.ts';
import { countOf } from './text.ts';

/** A page with more sound of each scenario would take long to open. */
const MAX_SOUNDS = 3;
const WIDTH = 900;
const LANE = 36;
const BIN_MS = 100;

/** @param sounds of the runs, in the order of the report */
export function html(report: Report, sounds: readonly (FailureSound | null)[]): string {
  const runs = report.scenarios.flatMap((scenario) => scenario.runs);
  const passed = runs.filter((run) => run.passed).length;
  const answers = runs.flatMap((run) => run.answers_ms);
  const soundOf = new Map(runs.map((run, i) => [run, sounds[i] ?? null]));
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${passed} of ${runs.length} scenarios passed</title><style>${STYLE}</style></head><body>`,
    `<h1>${passed} of ${runs.length} passed</h1><p>${escaped(report.date)}</p>`,
    answers.length > 0 ? `<h2>Answers</h2>${distribution(answers)}` : '',
    report.public_measures ? measuresTable(report.public_measures) : '',
    '<h2>Scenarios</h2>',
    ...report.scenarios.map((scenario) => {
      const { runs: own } = scenario;
      const isGood = own.every((run) => run.passed);
      const audible = new Set(own.filter((run) => soundOf.get(run)).slice(0, MAX_SOUNDS));
      const bodies = own.map((run) =>
        runPart(run, audible.has(run) ? soundOf.get(run)! : null, own.length > 1),
      );
      return (
        `<details${isGood ? '' : ' open'}><summary class="${isGood ? 'pass' : 'fail'}">` +
        `${escaped(scenario.name)} <small>${countOf(scenario)} passed, ${escaped(scenario.file)}</small></summary>` +
        `${bodies.join('')}</details>`
      );
    }),
    `<script>${SCRIPT}</script></body></html>`,
    '',
  ].join('\n');
}

/** Measures of public suites. */
function measuresTable(measures: PublicMeasures): string {
  const rows = measureRows(measures).map(
    ([title, value, count]) => `<tr><td>${escaped(title)}</td><td>${value}</td><td>${count}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return (
    '<h2>By definitions of public suites</h2>' +
    `<table><tr><th>Measure</th><th>Value</th><th>Of</th></tr>${rows.join('')}</table>`
  );
}

function runPart(run: RunReport, sound: FailureSound | null, isOneOfMany: boolean): string {
  const failures = run.failures.map(({ check, reason, at_ms }) => {
    const at = at_ms === null ? '' : `<b>${secondOf(at_ms)}</b> `;
    return `<li>${at}${escaped(check)}: ${escaped(reason)}</li>`;
  });
  return [
    '<section>',
    isOneOfMany ? `<h3 class="${run.passed ? 'pass' : 'fail'}">Seed ${run.seed}</h3>` : '',
    failures.length > 0 ? `<ul>${failures.join('')}</ul>` : '',
    sound ? soundPart(sound) : '',
    transcript(run.events),
    '</section>',
  ].join('');
}

/** Both sides around a moment: to be heard, and drawn with the moment marked. */
function soundPart(sound: FailureSound): string {
  const { fromMs, toMs, atMs, caller, agent } = sound;
  const data = Buffer.from(failureWav(sound)).toString('base64');
  const place = (ms: number): number => Math.round((WIDTH * (ms - fromMs)) / Math.max(1, toMs - fromMs));
  return [
    `<figure data-from="${Math.round(fromMs)}">`,
    `<svg viewBox="0 0 ${WIDTH} ${2 * LANE}" role="img"><title>The caller above, the agent below</title>`,
    `<path class="caller" d="${outline(caller, LANE / 2)}"/>`,
    `<path class="agent" d="${outline(agent, 1.5 * LANE)}"/>`,
    `<line class="mark" x1="${place(atMs)}" x2="${place(atMs)}" y1="0" y2="${2 * LANE}"/></svg>`,
    `<audio controls preload="none" src="data:audio/wav;base64,${data}"></audio>`,
    `<figcaption>${secondOf(fromMs)} to ${secondOf(toMs)}: the caller on the left and above, the agent on the right ` +
      'and below; the line is the failure</figcaption></figure>',
  ].join('');
}

/** A waveform around a vertical position, by the level of each tenth of a second. */
function outline(samples: Int16Array, middle: number): string {
  const levels = blockLevels(samples, (CALLER_RATE * BIN_MS) / 1000);
  const step = WIDTH / Math.max(1, levels.length);
  return levels
    .map((level, i) => {
      const height = Math.min(LANE / 2 - 1, (level / 5000) * (LANE / 2)) + 0.5;
      return `M${(i * step).toFixed(1)} ${(middle - height).toFixed(1)}v${(2 * height).toFixed(1)}`;
    })
    .join('');
}

const transcript = (events: readonly EventReport[]): string =>
  `<table>${events
    .map(({ at_ms, what, text }) => {
      const who = what.startsWith('caller') ? 'caller' : what.startsWith('agent says') ? 'agent' : 'other';
      return (
        `<tr class="${who}" data-at="${at_ms}"><td>${secondOf(at_ms)}</td><td>${escaped(what)}</td>` +
        `<td>${escaped(text)}</td></tr>`
      );
    })
    .join('')}</table>`;

/** Times as dots on a line, from the least to the greatest, with median and ninth decile. */
function distribution(values: readonly number[]): string {
  const most = Math.max(...values, 1);
  const { p50, p90 } = spreadOf(values)!;
  const place = (ms: number): string => (20 + ((WIDTH - 40) * ms) / most).toFixed(1);
  const dots = values.map(
    (ms, i) => `<circle class="dot" cx="${place(ms)}" cy="${18 + (i % 5) * 4}" r="3"/>`,
  );
  const mark = (ms: number, name: string, y: number): string =>
    `<line class="mark" x1="${place(ms)}" x2="${place(ms)}" y1="10" y2="46"/>` +
    `<text x="${place(ms)}" y="${y}" text-anchor="middle">${name} ${ms} ms</text>`;
  return (
    `<svg viewBox="0 0 ${WIDTH} 84" role="img"><title>Times from the end of what the caller said to the answer</title>` +
    `<line class="axis" x1="20" x2="${WIDTH - 20}" y1="46" y2="46"/>${dots.join('')}` +
    `${mark(p50, 'median', 62)}${mark(p90, 'p90', 78)}</svg>` +
    `<p>${values.length} answers, from the end of what the caller said to the first sound of the agent</p>`
  );
}

const STYLE = `
:root { color-scheme: light dark; --pass: #1a7f37; --fail: #cf222e; --caller: #0969da; --agent: #8250df }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
summary { cursor: pointer; padding: .3rem 0; font-weight: 600 } small { font-weight: 400; opacity: .7 }
.pass::before { content: "✓ "; color: var(--pass) } .fail::before { content: "✗ "; color: var(--fail) }
section { border-left: 3px solid #8884; padding-left: 1rem; margin: .5rem 0 1rem }
table { border-collapse: collapse; font-size: .9em } td { padding: .1rem .8rem .1rem 0; vertical-align: top }
td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums } td:nth-child(2) { white-space: nowrap }
tr[data-at] { cursor: pointer } tr.caller td:last-child { color: var(--caller) } tr.agent td:last-child { color: var(--agent) }
figure { margin: .5rem 0 } figcaption { font-size: .85em; opacity: .7 } audio { width: 100% } svg { width: 100% }
svg text { font-size: 12px; fill: currentColor } path { fill: none; stroke-width: 2 }
path.caller { stroke: var(--caller) } path.agent { stroke: var(--agent) }
.mark { stroke: var(--fail); stroke-width: 1.5 } .axis { stroke: #888 } .dot { fill: var(--caller); opacity: .6 }`;

/** A line of the transcript plays the sound from there, if there is sound. */
const SCRIPT = `
for (const row of document.querySelectorAll('tr[data-at]')) row.onclick = () => {
  const figure = row.closest('section').querySelector('figure');
  const at = (row.dataset.at - (figure?.dataset.from ?? 0)) / 1000;
  if (!figure || at < 0) return;
  const audio = figure.querySelector('audio');
  audio.currentTime = at;
  audio.play();
};`;
