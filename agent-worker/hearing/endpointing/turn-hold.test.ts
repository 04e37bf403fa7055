import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SoundJudgement } from './end-of-turn-model.ts';
import { DEFAULT_ENDPOINTING, type Endpointing } from './endpointing.ts';
import { delayOf } from './turn-end.ts';
import { type TurnDecision, TurnHold } from './turn-hold.ts';

const { minDelayMs, maxDelayMs } = DEFAULT_ENDPOINTING;

const soundOf = (p: number | null): SoundJudgement | null => (p === null ? null : { over: p, finished: p });

describe('holding a turn that may go on', () => {
  let overAtMs: number | null;
  let hold: TurnHold;

  function create(endpointing: Endpointing = DEFAULT_ENDPOINTING, lang = 'en'): TurnHold {
    overAtMs = null;
    return new TurnHold({ lang: () => lang, endpointing, onOver: () => (overAtMs = performance.now()) });
  }
  const silentFor = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  const say = (text: string, p: number | null = 0.8, agoMs = 250): void =>
    hold.add({ text, endedMs: performance.now() - agoMs, sound: Promise.resolve(soundOf(p)) });

  beforeEach(() => {
    vi.useFakeTimers();
    hold = create();
  });
  afterEach(() => {
    hold.close();
    vi.useRealTimers();
  });

  it('ends it at once when everything says that it is over', async () => {
    say('What is the weather like today?', 0.95);
    await silentFor(0);
    expect(overAtMs).not.toBeNull();
    expect(hold.isHolding).toBe(false);
  });

  it.each(['Not really.', 'No need.', 'I do.'])('answers "%s" to a question at once', async (answer) => {
    hold.agentSaid('Do you need anything else?');
    say(answer, 0.95);
    await silentFor(0);
    expect(overAtMs).not.toBeNull();
  });

  it('waits for the rest of a sentence, and judges both together', async () => {
    say('My number is 555');
    await silentFor(300);
    hold.soundBegan();
    await silentFor(10_000);
    expect(overAtMs).toBeNull();
    hold.soundEnded();
    expect(hold.withWords('123 4567.')).toBe('My number is 555 123 4567.');
    say('123 4567.', 0.95);
    await silentFor(maxDelayMs);
    expect(overAtMs).not.toBeNull();
  });

  it('ends it without the rest when none comes', async () => {
    say('I would like a', 0.1);
    await silentFor(1000);
    expect(overAtMs).toBeNull();
    await silentFor(maxDelayMs);
    expect(overAtMs).not.toBeNull();
  });

  it('does not wait for ever for a sound that was no speech', async () => {
    say('I would like a', 0.1);
    hold.soundBegan();
    await silentFor(10_000);
    hold.soundEnded();
    hold.soundHadNoWords();
    await silentFor(maxDelayMs);
    expect(overAtMs).not.toBeNull();
  });

  it('waits anew after a sound that was no speech', async () => {
    const waitedMs = async (hasNoise: boolean): Promise<number> => {
      hold = create();
      const fromMs = performance.now();
      say('I would like a', 0.1, 0);
      await silentFor(100);
      if (hasNoise) {
        hold.soundBegan();
        await silentFor(200);
        hold.soundEnded();
        hold.soundHadNoWords();
      }
      await silentFor(2 * maxDelayMs);
      return overAtMs! - fromMs;
    };
    const quietMs = await waitedMs(false);
    expect(quietMs).toBeGreaterThan(1000);
    expect(await waitedMs(true)).toBeCloseTo(quietMs + 300, -1);
  });

  it('ends it beside noises that do not end', async () => {
    say('I would like a', 0.1, 0);
    for (let noises = 0; noises < 20 && overAtMs === null; noises++) {
      hold.soundBegan();
      await silentFor(300);
      hold.soundEnded();
      hold.soundHadNoWords();
      await silentFor(500);
    }
    expect(overAtMs).not.toBeNull();
  });

  it('ends it soon after such a sound when it is certainly over', async () => {
    say('What time is it?', 0.98, 0);
    hold.soundBegan();
    await silentFor(500);
    hold.soundEnded();
    hold.soundHadNoWords();
    await silentFor(300);
    expect(overAtMs).not.toBeNull();
  });

  it('does not end it while the caller speaks on, when the words of before come late', async () => {
    hold.soundBegan();
    say('What time is it?', 0.95, 900);
    await silentFor(10_000);
    expect(overAtMs).toBeNull();
  });

  it('counts the time that a slow recogniser took as silence', async () => {
    say('I would like a', 0.1, maxDelayMs + 500);
    await silentFor(0);
    expect(overAtMs).not.toBeNull();
  });

  it('waits as long as the agent asks for, whatever is heard', async () => {
    hold.close();
    hold = create({ minDelayMs: 700, maxDelayMs: 700 });
    for (const text of ['What time is it?', 'I would like a']) {
      overAtMs = null;
      say(text, 0.9, 0);
      await silentFor(690);
      expect(overAtMs).toBeNull();
      await silentFor(20);
      expect(overAtMs).not.toBeNull();
    }
  });

  it('waits for a sentence without a full stop only when others had marks', async () => {
    hold = create(DEFAULT_ENDPOINTING, 'nl');
    say('Ik wil graag een tafel bestellen', 0.7, 0);
    await silentFor(500);
    expect(overAtMs).not.toBeNull();
    overAtMs = null;
    say('Nou, ik wil graag een tafel bestellen', 0.7, 0);
    await silentFor(500);
    expect(overAtMs).toBeNull();
  });

  it('does not end it while there is sound that was not judged yet', async () => {
    let isBehind = true;
    hold = new TurnHold({
      lang: () => 'en',
      endpointing: DEFAULT_ENDPOINTING,
      isBehind: () => isBehind,
      onOver: () => (overAtMs = performance.now()),
    });
    say('I would like a', 0.1, 0);
    await silentFor(maxDelayMs + 1000);
    expect(overAtMs).toBeNull();
    isBehind = false;
    await silentFor(100);
    expect(overAtMs).not.toBeNull();
  });

  it('waits longer for a caller who was cut off once', async () => {
    const waited = async (): Promise<number> => {
      overAtMs = null;
      const saidMs = performance.now();
      say('We booked two rooms in April.', 0.4, 0);
      await silentFor(maxDelayMs);
      return (overAtMs ?? Number.NaN) - saidMs;
    };
    const before = await waited();
    await silentFor(10_000);
    expect(await waited()).toBeCloseTo(before, -1);
    await silentFor(200);
    hold.soundBegan();
    await silentFor(500);
    hold.soundEnded();
    expect(await waited()).toBeGreaterThan(before + 200);
  });

  describe('a turn that the caller goes on with', () => {
    /** Ends a turn before the answer is whole. The agent begins to answer. */
    async function cutOff(): Promise<void> {
      hold.agentSaid('What is your telephone number?');
      say('It is 212', 0.95);
      await silentFor(maxDelayMs);
      expect(overAtMs).not.toBeNull();
      overAtMs = null;
      hold.agentSaid('Thank you. One moment.');
    }
    const goOn = async (text: string): Promise<void> => {
      hold.soundBegan();
      await silentFor(800);
      hold.soundEnded();
      say(text, 0.95);
      await silentFor(0);
    };

    it('is judged as one, after what the agent had said before it', async () => {
      await cutOff();
      await silentFor(500);
      await goOn('973');
      await silentFor(minDelayMs);
      expect(overAtMs).toBeNull();
      expect(hold.isWhole('4658.')).toBe(true);
      await goOn('4658.');
      expect(overAtMs).not.toBeNull();
    });

    it('is another one when the agent has said all that it had to say, or some time has passed', async () => {
      await cutOff();
      await silentFor(500);
      hold.agentIsDone();
      await goOn('And how late is it?');
      expect(overAtMs).not.toBeNull();
      for (const afterMs of [2000, 1200]) {
        await cutOff();
        await silentFor(2000);
        hold.agentBegins();
        await silentFor(afterMs);
        await goOn('And how late is it?');
        expect(overAtMs).not.toBeNull();
      }
    });

    it('is the same when its answer came late', async () => {
      await cutOff();
      await silentFor(2000);
      hold.agentBegins();
      await silentFor(400);
      hold.soundBegan();
      expect(hold.isGoingOn).toBe(true);
      expect(hold.withWords('973')).toBe('It is 212 973');
    });

    it('is the same after another sound', async () => {
      await cutOff();
      await silentFor(300);
      hold.soundBegan();
      hold.soundEnded();
      hold.soundHadNoWords();
      await silentFor(300);
      await goOn('973 4658.');
      expect(overAtMs).not.toBeNull();
      expect(hold.isHolding).toBe(false);
    });
  });

  it('tells why a turn is over, and that the caller went on', async () => {
    const decisions: TurnDecision[] = [];
    let cutOffs = 0;
    hold = new TurnHold({
      lang: () => 'en',
      endpointing: DEFAULT_ENDPOINTING,
      onOver: (decision) => void decisions.push(decision),
      onCutOff: () => cutOffs++,
    });
    say('What is the weather like today?', 0.95);
    await silentFor(200);
    hold.soundBegan();
    hold.soundEnded();
    say('I would like a', 0.1);
    await silentFor(maxDelayMs);
    expect(cutOffs).toBe(1);
    expect(decisions.map(({ soundProbability }) => soundProbability)).toEqual([0.95, 0.1]);
    const [sure, unsure] = decisions.map(({ probability }) => probability!);
    expect(sure).toBeGreaterThan(0.5);
    expect(unsure).toBeLessThan(0.5);
    expect(decisions[1]!.waitMs).toBeGreaterThan(decisions[0]!.waitMs);
  });

  it('waits longer for a caller who has already stopped to think in this turn', async () => {
    const waitedAfter = async (pauseMs: number): Promise<number> => {
      let waitedMs = 0;
      for (const text of [
        'his keys.',
        'it is broken.',
        'my glasses too.',
        'then it rained.',
        'the screen broke.',
      ]) {
        hold = create();
        say('I dropped my phone and', 0.6, 0);
        await silentFor(pauseMs);
        hold.soundBegan();
        await silentFor(800);
        hold.soundEnded();
        const saidMs = performance.now();
        say(text, 0.8, 0);
        await silentFor(maxDelayMs);
        waitedMs += (overAtMs ?? Number.NaN) - saidMs;
      }
      return waitedMs;
    };
    expect(await waitedAfter(900)).toBeGreaterThan(await waitedAfter(250));
  });

  describe('a caller who has spoken before', () => {
    const unsure = 'My internet is not working.';
    const waitedMs = async (): Promise<number> => {
      overAtMs = null;
      const saidMs = performance.now();
      say(unsure, 0.3, 0);
      await silentFor(maxDelayMs);
      hold.agentBegins();
      await silentFor(2000);
      hold.agentIsDone();
      return (overAtMs ?? Number.NaN) - saidMs;
    };
    const pause = async (): Promise<void> => {
      say(unsure, 0.3, 0);
      await silentFor(900);
      hold.soundBegan();
      await silentFor(800);
      hold.soundEnded();
    };

    it('is answered sooner after turns without a pause', async () => {
      const firstMs = await waitedMs();
      expect(firstMs).toBeGreaterThan(1000);
      await waitedMs();
      await waitedMs();
      expect(await waitedMs()).toBeLessThan(500);
    });

    it('is waited for again after a pause', async () => {
      for (let turn = 0; turn < 4; turn++) await waitedMs();
      for (let i = 0; i < 3; i++) await pause();
      await waitedMs();
      expect(await waitedMs()).toBeGreaterThan(1000);
    });

    it('is not judged by breaths', async () => {
      for (let i = 0; i < 6; i++) {
        say(unsure, 0.3, 0);
        await silentFor(250);
        hold.soundBegan();
        hold.soundEnded();
      }
      for (let turn = 0; turn < 4; turn++) await waitedMs();
      expect(await waitedMs()).toBeLessThan(500);
    });
  });

  it('answers a whole number at once and waits for the rest of one, where a form is expected', async () => {
    hold.expect('phone');
    say('212 973', 0.95);
    await silentFor(maxDelayMs - 400);
    expect(overAtMs).toBeNull();
    hold.soundBegan();
    hold.soundEnded();
    say('0108.', 0.2);
    await silentFor(0);
    expect(overAtMs).not.toBeNull();
  });

  it('takes a few words for the whole answer to a question', () => {
    const evidence = {
      text: 'Tomorrow.',
      lang: 'en',
      sound: soundOf(0.5),
      writesMarks: true,
      expects: null,
      before: '',
      longestPauseMs: 0,
      callerOdds: 0,
    };
    const asked = delayOf({ ...evidence, agent: 'When is it?' }, DEFAULT_ENDPOINTING);
    expect(asked).toBeLessThan(delayOf({ ...evidence, agent: '' }, DEFAULT_ENDPOINTING));
  });
});

describe('how long to wait', () => {
  const wait = (text: string, p: number | null, lang = 'en'): number =>
    delayOf(
      {
        text,
        lang,
        sound: soundOf(p),
        writesMarks: true,
        agent: '',
        expects: null,
        before: '',
        longestPauseMs: 0,
        callerOdds: 0,
      },
      DEFAULT_ENDPOINTING,
    );

  it('is never outside of what the agent asks for', () => {
    for (const text of ['', 'and', 'Is it?', 'I am here.', 'well,']) {
      for (const p of [null, 0, 0.5, 1]) {
        expect(wait(text, p)).toBeGreaterThanOrEqual(minDelayMs);
        expect(wait(text, p)).toBeLessThanOrEqual(maxDelayMs);
      }
    }
    const odd = { minDelayMs: 900, maxDelayMs: 300 };
    const evidence = {
      text: 'and',
      lang: 'en',
      sound: soundOf(0),
      writesMarks: true,
      agent: '',
      expects: null,
      before: '',
      longestPauseMs: 0,
      callerOdds: 0,
    };
    expect(delayOf(evidence, odd)).toBe(900);
  });

  it('is shorter the more certain the sound is', () => {
    const waits = [0.1, 0.3, 0.5, 0.7, 0.9].map((p) => wait('My internet is not working.', p));
    expect(waits).toEqual(waits.toSorted((a, b) => b - a));
    expect(waits[0]).toBeGreaterThan(waits[4]!);
  });

  it.each([
    ['en', 'Can I book a table for', 'Can I book a table for two?'],
    ['de', 'Ich hätte gern ein Zimmer mit', 'Ich hätte gern ein Zimmer mit Bad.'],
    ['fr', 'Je voudrais réserver une', 'Je voudrais réserver une table.'],
    ['es', 'Quiero una mesa para', 'Quiero una mesa para dos.'],
    ['it', 'Vorrei un tavolo per', 'Vorrei un tavolo per due.'],
    ['pt', 'Eu quero uma mesa para', 'Eu quero uma mesa para dois.'],
    ['nl', 'Ik wil graag een tafel voor', 'Ik wil graag een tafel voor twee.'],
    ['ru', 'Я хочу поехать в', 'Я хочу поехать в Москву.'],
    ['hi', 'मुझे एक मेज़ चाहिए और', 'मुझे एक मेज़ चाहिए।'],
    ['ko', '예약하고 싶어요 그리고', '예약하고 싶어요.'],
  ])('is longer after words that go on: %s', (lang, goesOn, over) => {
    for (const p of [null, 0.3, 0.7]) {
      expect(wait(goesOn, p, lang)).toBeGreaterThan(wait(over, p, lang));
    }
  });
});
