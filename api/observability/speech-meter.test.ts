import { expect, test } from 'vitest';
import type { SpeechChunk } from '../../engine/index.ts';
import type { UsageAmounts } from '../storage/usage.ts';
import { Metrics, type Transport } from './metrics.ts';
import { SpeechMeter } from './speech-meter.ts';

const chunk = (billedCharacters: number, samples: number): SpeechChunk => ({
  audio: new Uint8Array(2 * samples),
  samples,
  text: '',
  contextId: null,
  alignment: null,
  billedCharacters,
  stop: false,
});

const counted = async (metrics: Metrics, transport: Transport) => {
  const of = async (counter: Metrics['characters']) =>
    (await counter.get()).values.find(({ labels }) => labels.transport === transport)?.value;
  return { characters: await of(metrics.characters), audioSeconds: await of(metrics.audioSeconds) };
};

test('counts a request and its chunks, as usage of the key and in the metrics', async () => {
  const metrics = new Metrics();
  const recorded: [string, Partial<UsageAmounts>][] = [];
  const usage = {
    record: (keyId: string, amounts: Partial<UsageAmounts>) => recorded.push([keyId, amounts]),
  };
  const meter = new SpeechMeter({ metrics, transport: 'sse', account: { usage, keyId: 'one' } });
  meter.request();
  expect(meter.chunk(chunk(12, 8000), 16_000)).toBe(500);
  expect(meter.chunk(chunk(0, 4000), 16_000)).toBe(250);
  expect(recorded).toEqual([
    ['one', { requests: 1 }],
    ['one', { characters: 12, audioMs: 500 }],
    ['one', { characters: 0, audioMs: 250 }],
  ]);
  expect(meter.total).toEqual({ characters: 12, audioMs: 750 });
  expect(await counted(metrics, 'sse')).toEqual({ characters: 12, audioSeconds: 0.75 });
});

test('without a key only the metrics count', async () => {
  const metrics = new Metrics();
  const meter = new SpeechMeter({ metrics, transport: 'demo', account: null });
  meter.request();
  meter.spoken({ characters: 5, audioMs: 2000 });
  expect(await counted(metrics, 'demo')).toEqual({ characters: 5, audioSeconds: 2 });
});
