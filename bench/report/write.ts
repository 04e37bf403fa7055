import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPER_TTS } from '../processes/peer.ts';
import { type Machine, PART_NAMES, type PartName, type Report } from './figures.ts';
import { LOAD_TITLE, loadPlot } from './plot.ts';
import { PROFILE_TITLE, profilePlot } from './profile-plot.ts';
import { toMarkdown } from './table.ts';
import { tablesOf } from './tables.ts';
import { wrapMarkdown } from './wrap.ts';

const FILES = {
  json: 'speak.json',
  markdown: 'speak.md',
  plot: 'speak.svg',
  profile: 'first-audio.svg',
} as const;

/**
 * Adds parts measured earlier, if the machine and the versions are the same. Measurements of two machines do not belong
 * in one report.
 */
export function withEarlier(report: Report, folder: string): Report {
  const earlier = readReport(folder);
  if (!earlier || !belongTogether(earlier, report)) return report;
  return { ...report, parts: { ...earlier.parts, ...report.parts } };
}

/** Returns the parts of the report in a folder that will be lost, because the machine or the versions differ. */
export function partsLost(report: Report, measuring: readonly PartName[], folder: string): PartName[] {
  const earlier = readReport(folder);
  if (!earlier || belongTogether(earlier, report)) return [];
  return PART_NAMES.filter((name) => earlier.parts[name] && !measuring.includes(name));
}

function readReport(folder: string): Report | null {
  const file = join(folder, FILES.json);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}

const belongTogether = (a: Report, b: Report): boolean =>
  a.format === b.format && JSON.stringify(a.machine) === JSON.stringify(b.machine);

/**
 * Writes JSON, Markdown and, if the load was measured, the plot.
 * @returns the paths written
 */
export function writeReport(report: Report, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const written: string[] = [];
  const write = (name: string, text: string): void => {
    const path = join(folder, name);
    writeFileSync(path, text);
    written.push(path);
  };
  write(FILES.json, `${JSON.stringify(report, null, 2)}\n`);
  if (report.parts.load) write(FILES.plot, loadPlot(report.parts.load.figures));
  if (report.parts.profile) write(FILES.profile, profilePlot(report.parts.profile.figures));
  write(FILES.markdown, wrapMarkdown(markdownOf(report)));
  return written;
}

export function markdownOf(report: Report): string {
  const { machine, parts } = report;
  const plots = [
    ...(parts.load ? [`![${LOAD_TITLE}](${FILES.plot})`, ''] : []),
    ...(parts.profile ? [`![${PROFILE_TITLE}](${FILES.profile})`, ''] : []),
  ];
  return [
    '# Speech synthesis: compared with a peer',
    '',
    `Ours and \`${PIPER_TTS.name}\` ${PIPER_TTS.version} (PyPI) speak the same texts with the same voice file on the same ` +
      'machine, in turn; a cloned voice alternates with its base voice; Kokoro and hibari have peers of their own. `npm run bench:speak -- --write` measures ' +
      'again and writes this page; `npm run bench:speak -- clone --write` replaces one part of it.',
    '',
    ...machineLines(machine),
    '',
    ...plots,
    ...tablesOf(report).map(toMarkdown),
  ].join('\n');
}

export function machineLines(machine: Machine): string[] {
  const { cpu, cores, memoryBytes, system, versions, peerMissing } = machine;
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `- Machine: ${cpu}, ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${system}`,
    `- Versions: ${packages.join(', ')}`,
    ...(peerMissing === null ? [] : [`- Without the peer: ${peerMissing}`]),
  ];
}
