/** Session tests that would take too long over a real socket. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConversationHandle, ConversationSettings, EndReason } from '../conversation/types.ts';
import { MediaStreamSession } from '../telephone/media-stream-session.ts';
import { AgentSocketSession } from './agent-socket-session.ts';
import { AudioRateLimiter } from './audio-rate-limiter.ts';
import { ConversationLink } from './conversation-link.ts';
import { SocketSender } from './socket-sender.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const quiet = { info: () => undefined, error: () => undefined };
const SETTINGS: ConversationSettings = {
  agentId: null,
  instructions: '',
  greeting: '',
  lang: 'en',
  voiceId: null,
  clone: undefined,
  mode: 'asr-llm-tts',
  endpointing: { minDelayMs: 1, maxDelayMs: 2 },
  mcpServers: [],
  model: null,
  metadata: {},
};

/** A client that accepts what it receives, and reports how much it has not read. */
function port() {
  const far = {
    sent: [] as string[],
    ended: null as { code: number; reason: string } | null,
    unread: 0,
    send: (text: string) => void far.sent.push(text),
    bufferedBytes: () => far.unread,
    end: (code: number, reason: string) => {
      far.ended = { code, reason };
    },
  };
  return far;
}

function handle() {
  let end: (reason: EndReason) => void = () => undefined;
  const told: (string | number)[] = [];
  const conversation: ConversationHandle = {
    pushAudio: (samples) => void told.push(samples.length),
    type: (text) => void told.push(text),
    ended: new Promise((resolve) => {
      end = resolve;
    }),
    isClosing: false,
    close: async (reason) => end(reason),
  };
  return { conversation, told };
}

test('a telephone that never starts is closed with 1008', () => {
  const far = port();
  const open = vi.fn();
  new MediaStreamSession({
    settings: SETTINGS,
    open,
    transfer: null,
    askPerson: null,
    port: far,
    log: quiet,
    maxMessageBytes: 256 * 1024,
    slowReaderMs: 1000,
  });
  vi.advanceTimersByTime(9999);
  expect(far.ended).toBeNull();
  vi.advanceTimersByTime(1);
  expect(far.ended).toEqual({ code: 1008, reason: 'No start message arrived' });
  expect(open).not.toHaveBeenCalled();
});

describe('before a conversation is open', () => {
  async function link(fill: (link: ConversationLink) => void) {
    const { conversation, told } = handle();
    let go: (handle: ConversationHandle) => void = () => undefined;
    const ended: string[] = [];
    const line = new ConversationLink(
      () =>
        new Promise<ConversationHandle>((resolve) => {
          go = resolve;
        }),
      { ended: (reason) => ended.push(reason), failed: () => ended.push('failed') },
    );
    await vi.advanceTimersByTimeAsync(0);
    fill(line);
    go(conversation);
    await vi.advanceTimersByTimeAsync(0);
    return { told, ended, line };
  }

  test('ten seconds of sound and eight turns are kept, the newest sound and the first turns', async () => {
    const accepted: boolean[] = [];
    const { told } = await link((line) => {
      for (let i = 1; i <= 12; i++) {
        line.pushAudio(new Int16Array(16_000 + i));
        accepted.push(line.type(`turn ${i}`));
      }
    });
    expect(accepted).toEqual([...Array(8).fill(true), ...Array(4).fill(false)]);
    const sounds = told.filter((item) => typeof item === 'number');
    expect(sounds).toEqual([16_004, 16_005, 16_006, 16_007, 16_008, 16_009, 16_010, 16_011, 16_012]);
    expect(told.filter((item) => typeof item === 'string')).toHaveLength(8);
    // In order of arrival.
    expect(told.indexOf(16_004)).toBeLessThan(told.indexOf('turn 4'));
  });

  test('it gets no messages after its end, and is closed once it is open', async () => {
    const { told, ended, line } = await link((early) => {
      early.pushAudio(new Int16Array(10));
      void early.close('caller_left');
    });
    expect([told, ended]).toEqual([[], ['caller_left']]);
    line.pushAudio(new Int16Array(10));
    line.type('anybody?');
    expect(told).toEqual([]);
  });
});

test('a minute of sound may come at once, then hardly more than time goes by', () => {
  let nowMs = 0;
  const limiter = new AudioRateLimiter(() => nowMs);
  let seconds = 0;
  const pour = (): number => {
    const before = seconds;
    while (limiter.hasRoom) {
      limiter.take(16_000);
      seconds++;
    }
    return seconds - before;
  };
  expect(pour()).toBe(60);
  nowMs += 8000;
  expect(pour()).toBe(10);
  nowMs += 3_600_000;
  expect(pour()).toBe(60);
});

describe('a client that is behind', () => {
  test('gets words and no sound; catching up in time saves it', () => {
    const far = port();
    const sender: SocketSender = new SocketSender(far, 1000, () => sender.end(1008, 'slow'));
    far.unread = 300_000;
    expect(sender.sendAudio('sound')).toBe(false);
    sender.send('words');
    vi.advanceTimersByTime(999);
    far.unread = 0;
    vi.advanceTimersByTime(1);
    expect([far.sent, far.ended]).toEqual([['"words"'], null]);
    expect(sender.sendAudio('sound')).toBe(true);
  });

  test('for too long is closed, also while nothing is said', () => {
    const far = port();
    const sender: SocketSender = new SocketSender(far, 1000, () => sender.end(1008, 'slow'));
    far.unread = 300_000;
    sender.send('words');
    vi.advanceTimersByTime(1000);
    expect(far.ended?.code).toBe(1008);
    sender.send('more');
    expect(far.sent).toHaveLength(1);
  });
});

describe('any input of a client', () => {
  const conversationOf = async (): Promise<ConversationHandle> => handle().conversation;
  const bytes = fc.uint8Array({ maxLength: 60 });
  const webmBeginning = fc.constant(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x80));
  const words = fc
    .oneof(
      fc.string(),
      fc.json(),
      fc.record({ audio: fc.base64String(), text: fc.string() }).map((x) => JSON.stringify(x)),
    )
    .map((text) => Buffer.from(text));
  const frames = fc.array(fc.tuple(fc.oneof(bytes, webmBeginning, words), fc.boolean()), { maxLength: 15 });

  test('an agent socket stays open and answers in JSON', () => {
    const encodings = fc.constantFrom('pcm_linear' as const, 'pcm_mulaw' as const, 'opus' as const);
    fc.assert(
      fc.property(frames, encodings, fc.boolean(), (sent, incomingEncoding, incomingBytes) => {
        const far = port();
        const session = new AgentSocketSession({
          settings: SETTINGS,
          audio: {
            incomingEncoding,
            incomingRate: 8000,
            incomingBytes,
            returnEncoding: 'pcm_linear',
            returnRate: 24_000,
            field: 'both',
          },
          open: conversationOf,
          port: far,
          log: quiet,
          maxMessageBytes: 256 * 1024,
          slowReaderMs: 1000,
        });
        for (const [frame, isBinary] of sent) session.receive(frame, isBinary);
        expect(far.ended).toBeNull();
        for (const text of far.sent) expect(JSON.parse(text)).toMatchObject({ type: 'error' });
        session.closed();
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });

  test('a media stream says nothing that the agent does not say', () => {
    const events = fc
      .constantFrom('connected', 'media', 'mark', 'dtmf', 'clear')
      .map((event) =>
        Buffer.from(
          JSON.stringify({ event, media: { payload: '/w==' }, mark: { name: 'x' }, dtmf: { digit: '1' } }),
        ),
      );
    const start = fc.constant(Buffer.from(JSON.stringify({ event: 'start', start: { streamSid: 'MZ' } })));
    const messages = fc.array(fc.tuple(fc.oneof(bytes, words, events, start), fc.boolean()), {
      maxLength: 15,
    });
    fc.assert(
      fc.property(messages, (sent) => {
        const far = port();
        const options = {
          settings: SETTINGS,
          open: conversationOf,
          port: far,
          log: quiet,
          maxMessageBytes: 256 * 1024,
          slowReaderMs: 1000,
          transfer: null,
          askPerson: null,
        };
        const session = new MediaStreamSession(options);
        for (const [frame, isBinary] of sent) session.receive(frame, isBinary);
        expect([far.sent, far.ended]).toEqual([[], null]);
        session.closed();
        expect(vi.getTimerCount()).toBe(0);
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });
});
