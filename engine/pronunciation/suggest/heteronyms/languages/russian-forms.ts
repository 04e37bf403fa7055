/** Russian nouns whose plural is written like their genitive singular and stressed on another syllable. */
import { pairs } from '../table.ts';
import type { Heteronym } from '../types.ts';

/** What the genitive singular follows, and what the nominative plural does. */
const GENITIVE =
  'без до из от у около для с со нет посреди возле против вокруг после кроме вдоль два две три четыре обе оба одной ' +
  'этой той моей твоей нашей вашей своей левой правой всей *ной *кой *вой *лой *рой *ого *его край стороны цвет ' +
  'берег конец начало дно';
const PLURAL =
  '^ эти те мои твои наши ваши свои все его её их какие такие новые большие маленькие *ые *ие два-три за про на через и';
const PLURAL_VERB = '*ли *ют *ят *ут *ат стали были есть';

const FEMININE = pairs(
  `
руки ˈrukʲɪ ruˈkʲi
ноги ˈnoɡʲɪ nɐˈɡʲi
воды ˈvodɨ vɐˈdɨ
стены ˈsʲtʲenɨ sʲtʲɪˈnɨ
страны ˈstranɨ strɐˈnɨ
стороны ˈstorɐnɨ stɐrɐˈnɨ
головы ˈɡoɫɐvɨ ɡɐɫɐˈvɨ
горы ˈɡorɨ ɡɐˈrɨ
реки ˈrʲekʲɪ rʲɪˈkʲi
земли ˈzʲemlʲɪ zʲɪmˈlʲi
души ˈduʂɨ duˈʂɨ
волны ˈvoɫnɨ vɐɫˈnɨ
`,
  ['plural', { before: PLURAL, after: PLURAL_VERB }],
  ['genitive singular', { before: GENITIVE }],
);

const STRESSED_PLURAL = pairs(
  `
города ɡɐrɐˈda ˈɡorɐdɐ
слова sɫɐˈva ˈsɫovɐ
моря mɐˈrʲa ˈmorʲɐ
глаза ɡɫɐˈza ˈɡɫazɐ
леса lʲɪˈsa ˈlʲesɐ
дела dʲɪˈɫa ˈdʲeɫɐ
места mʲɪˈsta ˈmʲestɐ
поля pɐˈlʲa ˈpolʲɐ
вечера vʲɪtɕɪˈra ˈvʲetɕɪrɐ
голоса ɡɐɫɐˈsa ˈɡoɫɐsɐ
поезда pɐjɪzˈda ˈpojɪzdɐ
`,
  ['plural', { before: PLURAL, after: PLURAL_VERB }],
  ['genitive singular', { before: GENITIVE, near: 'ни' }],
);

const STRESSED_GENITIVE = pairs(
  `
окна ˈoknɐ ɐkˈna
письма ˈpʲisʲmɐ pʲɪsʲˈma
лица ˈlʲitsɐ lʲɪˈtsa
числа ˈtɕislɐ tɕɪsˈɫa
вина ˈvʲinɐ vʲɪˈna
`,
  ['plural', { before: PLURAL, after: PLURAL_VERB }],
  ['genitive singular', { before: GENITIVE }],
);

export const RUSSIAN_FORMS: Readonly<Record<string, Heteronym>> = {
  ...FEMININE,
  ...STRESSED_PLURAL,
  ...STRESSED_GENITIVE,
};
