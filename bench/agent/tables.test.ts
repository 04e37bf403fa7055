import { describe, expect, it } from 'vitest';
import { toText } from '../report/table.ts';
import { type AgentReport, type BenchDoor, type ResponseRow, STAGES, spreadOf } from './figures.ts';
import { agentTables } from './tables.ts';

const how = { date: '2026-01-01T00:00:00.000Z', loadBefore: 0.1, loadAfter: 1.5, seconds: 60, quick: false };

const responseRow = (door: BenchDoor, ...timesMs: (number | null)[]): ResponseRow => ({
  door,
  response: spreadOf(timesMs),
  stages: Object.fromEntries(STAGES.map((stage) => [stage, spreadOf([])])) as ResponseRow['stages'],
  premature: 0,
  unanswered: timesMs.filter((ms) => ms === null).length,
});

const told = (parts: AgentReport['parts']): string => agentTables({ parts }).map(toText).join('\n');

function response(oursMs: number, peerMs: number): AgentReport['parts'] {
  const rows = [responseRow('room', oursMs), responseRow('websocket', null), responseRow('peer', peerMs)];
  const figures = { rows, ratio: spreadOf([oursMs / peerMs]), turns: [], recordings: 'none' };
  return { response: { ...how, figures } };
}

describe('tables of agents', () => {
  it('say which targets of the response are met', () => {
    const kept = told(response(600, 1300));
    expect(kept).toContain('p50 600 ms, at most 700 ms on two idle cores: met');
    expect(kept).toContain('0.46x of p50');
    expect(kept).not.toContain('MISSED');
    const missed = told(response(800, 1300));
    expect(missed.match(/MISSED/g)).toHaveLength(2);
  });

  it('contain exactly the measurements', () => {
    expect(told({})).toBe('');
    expect(told(response(600, 1300))).toContain('load average 0.10 before, 1.50 at the end');
  });

  it('say when the machine was busy', () => {
    const { response: measured } = response(600, 1300);
    const busy = told({ response: { ...measured!, loadBefore: 6 } });
    expect(busy).toContain('The machine was not idle');
    expect(told(response(600, 1300))).not.toContain('busy');
  });

  it('divide the memory added to a process among its sessions', () => {
    const row = {
      door: 'websocket' as const,
      sessions: 10,
      response: spreadOf([500]),
      premature: 0,
      unanswered: 0,
      serverCores: 0.5,
      recogniserCores: 0.4,
      aloneBytes: 500e6,
      talkingBytes: 900e6,
      restingBytes: 700e6,
    };
    const shared = { engineBytes: 200e6, readyBytes: 400e6, warmBytes: 500e6, recogniserBytes: 150e6 };
    const text = told({ sessions: { ...how, figures: { ...shared, rows: [row] } } });
    expect(text).toContain('10 WebSockets: 40.0 MB each while talking, at most 45.0 MB: met');
    expect(text).toContain('100.0 MB loaded by the first conversations');
  });
});

describe('a spread', () => {
  it('omits absent measurements', () => {
    expect(spreadOf([null, 100, 300])).toEqual({ count: 2, p50: 200, p90: 280 });
    expect(spreadOf([null])).toEqual({ count: 0, p50: null, p90: null });
  });
});
