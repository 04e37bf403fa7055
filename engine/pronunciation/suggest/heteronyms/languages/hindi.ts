/** Hindi words that are written alike where the dot that marks a borrowed sound is left out, as it often is. */
import { reading } from '../table.ts';
import type { Heteronym } from '../types.ts';

export const HINDI_HETERONYMS: Readonly<Record<string, Heteronym>> = {
  राज: [
    reading('ˈraːdʒ', 'rule', { near: 'राजा अंग्रेज़ों अंग्रेजों देश जनता शासन वर्ष साल', after: 'किया करता था' }),
    reading('ˈraːz', 'secret', { near: 'छुपा छिपा किसी बताओ बताया खुल खोला गहरा पता बात', after: 'की खुल है' }),
  ],
  सजा: [
    reading('ˈsəzaː', 'punishment', {
      near: 'अदालत जेल अपराध कड़ी मौत दोषी कैद चोर उम्रकैद',
      after: 'दी मिली सुनाई हुई काट',
      before: 'की कड़ी को',
    }),
    reading('ˈsədʒaː', 'decorated', { near: 'घर फूलों कमरा दीपों दुल्हन मंच', before: 'से', after: 'हुआ दिया था' }),
  ],
  जरा: [
    reading('ˈzəraː', 'a little', { after: 'सा सुनो रुको देखो इधर सी ठहरो पानी', before: '^' }),
    reading('ˈdʒəraː', 'old age', { near: 'मृत्यु मरण जन्म रोग व्याधि बुढ़ापा' }),
  ],
  खुदा: [
    reading('ˈxʊdaː', 'God', {
      near: 'दुआ अल्लाह शुक्र इबादत',
      after: 'हाफ़िज़ हाफिज का की ने से जाने',
      before: 'या हे',
    }),
    reading('ˈkʰʊdaː', 'dug, carved', { near: 'पत्थर गड्ढा कुआँ नाम दीवार पेड़ ज़मीन', after: 'हुआ था है' }),
  ],
  तेज: [
    reading('ˈteːz', 'fast, sharp', {
      near: 'हवा चाकू गाड़ी बारिश धूप दौड़ बुखार आवाज़',
      after: 'चल दौड़ चलो चलाओ हवा धार',
      before: 'बहुत बड़ी',
    }),
    reading('ˈteːdʒ', 'radiance', { near: 'मुख चेहरे ऋषि सूर्य तप साधु', before: 'का में' }),
  ],
  जंग: [
    reading('ˈdʒəŋɡ', 'war', { near: 'सैनिक देश दुश्मन लड़ी मैदान सेना आज़ादी', before: 'की यह' }),
    reading('ˈzəŋɡ', 'rust', { near: 'लोहे लोहा चाबी कील ताला पुरानी', after: 'लग लगा खा' }),
  ],
  जमाना: [
    reading('zəˈmaːnaː', 'era', {
      near: 'पुराना नया वह बदल गया',
      before: 'नया पुराना वो वह क्या',
      after: 'बदल था',
    }),
    reading('dʒəˈmaːnaː', 'to set, to freeze', { near: 'दही बर्फ़ बर्फ कुल्फी धाक पैसा आसान', after: 'है चाहता' }),
  ],
  खाना: [
    reading('ˈkʰaːnaː', 'food; to eat', {}),
    reading('ˈxaːnaː', 'compartment', { near: 'अलमारी मेज शतरंज दराज फॉर्म', before: 'खाली ऊपरी पहला' }),
  ],
  खान: [
    reading('ˈkʰaːn', 'mine', { near: 'कोयले सोने मज़दूर कोयला खदान मजदूर', before: 'की' }),
    reading('ˈxaːn', 'Khan', {
      near: 'शाहरुख सलमान आमिर अभिनेता इमरान साहब',
      before: 'शाहरुख सलमान आमिर इमरान',
    }),
  ],
  फन: [
    reading('ˈpʰən', 'hood of a snake', { near: 'साँप नाग सांप फैलाया उठाया ज़हर' }),
    reading('ˈfən', 'art, skill', { near: 'माहिर कलाकार उस्ताद कला शायरी हुनर', after: 'में का' }),
  ],
  काफी: [
    reading('ˈkaːfiː', 'enough, quite', { after: 'है अच्छा देर समय लोग दिन बड़ा दूर पैसे', near: 'देर' }),
    reading('ˈkɔfiː', 'coffee', {
      near: 'चाय कप दूध गर्म पी पीना पियोगे पीते',
      after: 'पी पीना पियोगे',
      before: 'कप गर्म',
    }),
  ],
  गौर: [
    reading('ˈɣɔːr', 'attention', { after: 'से करें करो किया कीजिए फरमाइए', near: 'बात' }),
    reading('ˈɡɔːr', 'fair', { near: 'वर्ण रंग मुख', after: 'वर्ण' }),
  ],
};
