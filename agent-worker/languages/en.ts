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
    takeCall: 'To take the call, press 1. To decline it, press 2.',
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
  contraryWords: `
    no not nope never don't isn't can't didn't wasn't won't doesn't wrong stop wait hold hang enough quiet cancel
    sorry pardon excuse please but hello hey listen look again repeat question moment minute second what when where
    who whose why how which can could would do does did is are was were will`,
  danglingWords: `
    and but or so because the a an to of for from with at my your his her our their is are was were that
    which if when um uh er erm like then plus also about into as than until unless whether although
    during between very every whose i he she we they i'm he's she's we're they're you're i've we've
    they've i'd we'd`,
  digitWords: 'zero/oh one two three four five six seven eight nine',
  answering: {
    recorder: `
      (after|at|following|until|hear|wait for) (the|a) .. (tone|sound|signal)
      beep|bleep|tone
      voice ?mail|voice ?mailbox|mail ?box
      answering machine|answerphone|answer phone
      record(ing)? (your|a) (message|name)
      (begin|start) (speaking|talking|recording)
      finished (recording|speaking)
      hang up or press|simply hang up
      you know (what to do|the drill|how this works)|do your thing|say something (nice|funny|short)
      (speak|talk) (slowly|clearly)
      messag(e|ing) (system|service|box)|screen(ing)? (service|calls|your call)
      (say|state) your name|reason for (your call|calling)
      leave (me |us |him |her )?(a|an|your) .. message (and|with|including|or)`,
    menu: `
      (press|dial|push|touch|select|hit|choose) (the )?(number |key |digit |option )?(#|pound|star|hash)
      (press|choose|dial|push) (or|option|now|any)
      option #
      main menu|menu options|our menu|following (menu|options|choices)|these options
      listen (carefully|closely)
      partys extension|extension (of|number|at any time)
      (para|en) espanol
      (enter|key in|type in|punch in) (your|the|a)
      please (dial|enter|press) (it|them) now
      if you know the (extension|name|number)|if you are calling (about|to|from|for|because)
      otherwise .. (hold|stay|wait|remain)
      (for|to) (\\w+ ){1,6}(press|say|dial|select|push|choose)
      if (\\w+ ){1,8}(press|dial|push)
      (simply|please|you can|can also) say|(yes|no) or (yes|no)
      in (a few|your own) words|briefly (tell|describe|say|state)|(voice|automated) portal
      (choose|select|pick) (from|one of)|(state|type|say) (your|the) .. (number|code|pin|digits)
      please (select|choose|enter|spell)
      say .. or
      (automated|virtual|digital) (attendant|assistant|agent|receptionist|system|service|line)
      followed by the
      dial by name|company directory`,
    person: `
      how (can|may|could|might) (i|we)
      (can|may|could) i (help|ask|take|know|get|have|tell|call)
      let me
      what can (i|we) do
      who(s| is| am i)? (this|calling|speaking|that|it|talking|please)
      (hold|hang) on
      (one|just a) (moment|second|sec|minute)
      (do|did) you (want|need)
      would you like
      call me (back|later)
      im (driving|busy|in a meeting|in the middle of)|cant talk (right now|now)
      can you (hear|speak|talk)
      are you there|is any(one|body) there`,
    away: `
      leave (me |us |him |her )?.. (message|name|number|details|note|word|description)
      (please|just) leave (me|us|a|an|your)|leave (me |us )?(one|something)
      (no one|nobody) (is|can|here|will)|all (of )?our
      (text|write|email|e mail) (to )?(me|us)|(send|drop|shoot) (me|us) (a|an)
      (im|i am|were|we are|am|currently|office is|away) on (vacation|holiday|annual leave|leave)
      (maternity|paternity|parental|sick) leave|on (the other line|another call)
      call (my|our)|reach (me|us) (at|on)|contact (me|us)
      (tell|let) (us|me) (what|who|how|know)
      (cant|cannot|couldnt|unable to|not able to) .. (come to|get to|take|answer|pick up|reach) (the|your|my|our|you)
      (cant|cannot|couldnt|unable to|not able to) answer
      (cant|cannot|can not|could not|unable to|not) be (taken|reached|completed|connected|answered)
      (not|un) ?(available|able) to (take|answer|come|receive|get)
      (im|we|were|i am|we are) .. (not available|unavailable)
      reached (\\w+ ){1,8}(im|were|i am|we are) .. not .. (in|here|home|around)
      (im|we|were|i am|we are|office) .. (out of (the office|town)|away (from|until|on|for))
      (i will|we will|ill|well) be (back|away|out)|back (in the office|on monday)
      (person|party|customer|subscriber|number|user) (youre|you are|you have|youve|that you|at)
      the (person|party|customer|subscriber|number|user|mobile) .. (is|has|cannot|may be|not)
      (switched|turned) off|out of (coverage|range|service)|unreachable|not reachable
      get back to you|return (your call|all calls)
      as soon as (i|we|possible|someone)
      (missed|forwarded) (your call|to)|has been forwarded
      sorry (i|we|that i|that we) (missed you|cant|cannot)
      try (again |your call again |calling again |us again |me again )?(later|tomorrow|in a)
      (please|then) call|call (us )?(back )?(later|during|again|then)
      (gone (to lunch|home)|at lunch|lines|circuits) .. (back|busy|engaged|until|and)
      (were|we are) (travell?ing|closed|shut)|(texting|a text|emailing) (works|is) (better|best)
      we (only |are )?(open|close|reopen) .. (in the|at|on|for|again)|(shop|office|store|surgery) is .. (shut|closed)
      in an emergency|incoming calls|calls? barred|(page|website|site) on the (internet|web)
      hang up and|visit (our|us)|(our|the) website|dot com
      (we|it) (re)?opens? (at|on|again|from)|after hours|out of hours
      been disconnected|no longer in service|not in service|not been recognised
      never (check|listen to) (my|these|this)
      (is|are|were) (currently |now |presently )?(closed|shut)
      (are|were) all .. (busy|away|closed)
      look(ing)? forward to (seeing|hearing|speaking|talking|welcoming)
      (business|office|opening|regular|normal|store) hours|hours are|open (from )?(monday|weekdays|daily)
      monday (through|to|until|till)
      have an emergency|this is an? .. emergency|life threatening`,
    absent: `
      (im|we|were|i am|we are) .. not .. (in|here|home|around)`,
    queue: `
      please (hold|wait|stay)
      (connect|transfer)(ing)? (you|your)
      your call (is|will|may|has)
      calls? (is|are|may be|will be) (being )?(recorded|monitored)
      next available`,
    opening: `
      you(ve| have)? reached
      thank(s| you) for (calling|your call)
      welcome to`,
  },
  ruleAnswer: englishAnswer,
};
