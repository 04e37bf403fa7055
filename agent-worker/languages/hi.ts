import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in Hindi. */
export const hi: AgentLanguage = {
  phrases: {
    stillThere: 'क्या आप अभी भी वहाँ हैं?',
    goodbye: 'मैं अब फ़ोन रख रहा हूँ। नमस्ते!',
    sayAgain: 'माफ़ कीजिए, मैं समझ नहीं पाया। क्या आप दोबारा कहेंगे?',
    backAgain: 'माफ़ कीजिए, संपर्क कुछ देर के लिए टूट गया था। हम कहाँ थे?',
    recorded: 'यह कॉल रिकॉर्ड की जा रही है।',
    takeCall: 'कॉल लेने के लिए 1 दबाएँ। मना करने के लिए 2 दबाएँ।',
  },
  apology: {
    instead: 'माफ़ कीजिए, मैं अभी जवाब नहीं दे पा रहा हूँ। कृपया थोड़ी देर में फिर कोशिश कीजिए।',
    cutOff: 'माफ़ कीजिए, मेरी बात बीच में रुक गई।',
  },
  fillers: ['एक क्षण, कृपया।', 'अभी देखते हैं।', 'बस एक सेकंड।'],
  rulePhrases: {
    hello: 'नमस्ते!',
    echo: 'मैंने सुना: {heard}।',
    hint: 'मैं सरल नियमों से जवाब देता हूँ, क्योंकि यहाँ कोई भाषा मॉडल सेट नहीं है। ' + 'इसके लिए LLM_BASE_URL सेटिंग है।',
    listening: 'मैं सुन रहा हूँ।',
  },
  backchannels: `
    हम्म, हम, हूँ, हूं, हाँ, हां, हा, जी, जी हाँ, जी हां, हाँ जी, हां जी, अच्छा, ठीक, ठीक है, ओके, सही,
    सही है, बिल्कुल, बिलकुल, समझ गया, समझ गई, सच, वाह, हाहा, hmm, haan, han, ji, accha, achha, theek
    hai, thik hai, ok, okay`,
  danglingWords: 'और लेकिन या क्योंकि का की के को में से पर मेरा मेरी कि अगर तो',
  digitWords: '',
  ruleAnswer: null,
};
