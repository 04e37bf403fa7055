import type { WordClasses } from './types.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** The small words of English that tell what stands beside them. */
export const ENGLISH_WORDS: WordClasses = {
  determiners: set(
    'a an the this that these those my your his her its our their no any some each every another either neither ' +
      'which what whose all both',
  ),
  subjects: set("i you he she it we they who i'd you'd he'd she'd we'd they'd"),
  beforeVerb: set(
    "to will would can could may might must shall should do does did don't doesn't didn't won't wouldn't can't " +
      "cannot couldn't shouldn't mustn't let's please i'll you'll he'll she'll it'll we'll they'll who'll that'll " +
      'help let make makes made gonna wanna ought',
  ),
  beforeAdjective: set(
    "is are was were am be been being isn't aren't wasn't weren't i'm you're he's she's it's we're they're " +
      "that's feel feels felt seem seems look looks looked become became got get gets getting stay stayed very so " +
      'too more most quite rather',
  ),
  beforeParticiple: set(
    "have has had having haven't hasn't hadn't i've you've we've they've been was were being",
  ),
  prepositions: set(
    'of in for with by from at on about under into onto without during after before over through against between ' +
      'across near beside behind beyond per than like as',
  ),
  skipped: set('not never always often also still just even already ever now then only sometimes usually'),
  past: set('yesterday ago was were had last earlier went said came took saw'),
  finite: set('is are was were has have had will would can could must may might should does did do'),
  objects: set('me him us them it you her myself yourself himself herself itself ourselves themselves'),
};
