import { englishAnswer } from './en-answers.ts';
import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in English. */
export const en: AgentLanguage = {
  phrases: {
    stillThere: 'Are you still there?',
    goodbye: 'I will hang up now. Goodbye!',
    sayAgain: 'Sorry, I could not understand that. Could you say it again?',
    backAgain: 'Sorry, our connection was interrupted for a moment. Where were we?',
    recorded: 'This call is recorded.',
  },
  apology: {
    instead: 'Sorry, I cannot answer right now. Please try again in a moment.',
    cutOff: 'Sorry, I lost my train of thought.',
  },
  fillers: ['One moment, please.', 'Let me check.', 'Just a second.'],
  rulePhrases: {
    hello: 'Hello! What can I do for you?',
    echo: 'I heard you say: {heard}.',
    hint:
      'I answer by simple rules, because no language model is set up here. ' +
      'The operator of this server can set LLM_BASE_URL to give me one.',
    listening: 'I am listening.',
  },
  backchannels: `
    mm, mmm, mhm, mm hm, mm hmm, mmhmm, hm, hmm, uh huh, uhhuh, uh hum, um hum, umhum, um hm, ah, aha,
    ah ha, oh, ooh, uh, um, er, eh, huh, yeah, yea, yep, yup, ya, yes, ok, okay, kay, right, all right,
    alright, sure, of course, i see, got it, gotcha, good, great, nice, cool, fine, wow, really, true,
    exactly, indeed, absolutely, definitely, i know, i understand, understood, makes sense, make sense,
    that makes sense, perfect, excellent, wonderful, lovely, brilliant, awesome, amazing, interesting,
    fantastic, correct, very good, very nice, very well, pretty good, sounds good, sounds great, sounds fine, fair
    enough, no problem, that's right, that's fine, that's okay, that's good, that's great, that's nice, that's
    true, that's correct, that's perfect, that's it, i get it, i got it, i hear you, for sure, good to know,
    okay cool, oh yeah, oh okay, oh wow, oh i see, oh good, oh great, oh nice, oh right, oh really, ooh nice, ha,
    haha, hehe, heh, he he, hee hee, ho ho, laughs, laughter`,
  weakWords: "it's that's it that the a so and then well i i'm i'll he",
  danglingWords: `
    and but or so because the a an to of for from with at my your his her our their is are was were that
    which if when um uh er erm like then plus also about into as than until unless whether although
    during between very every whose i he she we they i'm he's she's we're they're you're i've we've
    they've i'd we'd`,
  digitWords: 'zero/oh one two three four five six seven eight nine',
  ruleAnswer: englishAnswer,
};
