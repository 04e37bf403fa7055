/** An ending of words, with the position of the stress before it. */
export interface EndingRule {
  readonly pattern: RegExp;
  /** Position of the stress relative to the first syllable of the ending: 0 is that syllable, -1 the one before. */
  readonly shift: number;
  /** The rule applies to words with at least this many syllables. */
  readonly minSyllables?: number;
  /** Comment for readers of the table: the kind of word. */
  readonly note: string;
}

const FEMININE = '(?:a|e|i|o|u|om|ama)$';
const NEUTER = '(?:o|e|a|u|om|em|ima)$';
const MASCULINE = '(?:|a|u|e|om|em|i|ima)$';
const ADJECTIVE = '(?:|a|e|i|o|u|og|oga|om|ome|omu|oj|im|ih|ima)$';
const PAST = '(?:t|ti|o|la|lo|li|le|vši)$';

/** Roots with a falling accent, which moves to a prefix as a rising one: gledati, pogledati. */
const FALLING =
  'gleda|pravi|stavi|misli|vid(?:je|e)|sluša|čeka|baci|hvati|sj?eti|mj?esti|kinu|plaka|kuca|reza|puni|čisti|digni|dignu|sipa';
const PREFIXES = '(?:na|po|za|o|od|iz|is|do|u|pre|pri|pro|raz|ras|s|sa|uz|pod|nad|pred)';

/** The first match is the suggestion; the second is an alternative. */
export const ENDING_RULES: readonly EndingRule[] = [
  rule(`[sš]tv${NEUTER}`, -1, 'noun in -stvo', 3),
  rule(`teljic${FEMININE}`, 0, 'noun in -teljica'),
  rule(`telj(?:|a|u|e|em|i|ima|sk.*)$`, -2, 'noun in -telj'),
  rule(`(?<=[oe]v)anj${NEUTER}`, 0, 'verbal noun in -ovanje', 4),
  rule(`[ia]vanj${NEUTER}`, 0, 'verbal noun in -ivanje, -avanje'),
  rule(`iranj${NEUTER}`, 0, 'verbal noun in -iranje'),
  rule(`enj${NEUTER}`, 0, 'verbal noun in -enje', 4),
  rule(`ij(?:a|e|i|o|u|om|ama|eg|ega|em|emu|im|ih|oj|ima)$`, -1, 'noun in -ija, comparative in -iji', 3),
  rule(`ira${PAST}`, 0, 'verb in -irati'),
  rule(`ira(?:|m|š|mo|te|ju|n|na|no|ni|ne|nog|nom|nih|nim)$`, -1, 'form of a verb in -irati', 3),
  rule(`(?:pisa|brisa|mirisa|disa)${PAST}`, 0, 'verb in -sati'),
  rule(`isa${PAST}`, -1, 'foreign verb in -isati', 4),
  rule(`[ia]va${PAST}`, 0, 'verb in -ivati, -avati', 3),
  rule(`[oe]va${PAST}`, 0, 'verb in -ovati', 3),
  rule(`uj(?:em|eš|e|emo|ete|u|ući)$`, -1, 'present of a verb in -ovati, -ivati', 3),
  rule(`(?<=^${PREFIXES}{1,3})(?:${FALLING})${PAST}`, -1, 'prefixed verb', 3),
  rule(`(?:lj|nj|č|š)iv(?:ost|osti|ošću)?${ADJECTIVE}`, -1, 'adjective in -ljiv', 3),
  rule(`iz(?:am|ma|mu|mom|mi|mima)$`, 0, 'foreign noun in -izam', 3),
  rule(`tiv${FEMININE}`, 0, 'foreign noun in -tiva', 4),
  rule(`(?:iv|al|el|oz)(?:an|n(?:a|e|i|o|u|og|oga|om|ome|omu|oj|im|ih|ima))$`, -2, 'foreign adjective', 4),
  rule(`ičk${ADJECTIVE}`, -1, 'adjective in -ički', 3),
  rule(`ič(?:an|n(?:a|e|i|o|u|og|oga|om|ome|omu|oj|im|ih|ima))$`, -1, 'adjective in -ičan', 3),
  rule(`(?:sk|šk|čk|ćk)(?:i|a|o|e|u|og|oga|om|ome|omu|oj|im|ih|ima)$`, -2, 'adjective in -ski', 3),
  rule(`ališt${NEUTER}`, -1, 'noun in -alište', 4),
  rule(`išt${NEUTER}`, -1, 'noun in -ište', 3),
  rule(`ućnost(?:|i|ima)$`, 0, 'noun in -ost'),
  rule(`[oea]vin${FEMININE}`, 0, 'noun in -ovina', 4),
  rule(`[^aeiour]bin${FEMININE}`, -1, 'noun in -ba and -ina', 3),
  rule(`in${FEMININE}`, 0, 'noun in -ina', 3),
  rule(`(?:oć|ot)${FEMININE}`, 0, 'noun in -oća, -ota', 3),
  rule(`inj${FEMININE}`, -1, 'noun in -inja', 3),
  rule(`ic${FEMININE}`, -1, 'noun in -ica', 3),
  rule(`ik${FEMININE}`, -1, 'noun in -ika', 3),
  rule(`(?:ez|oz|tek|et|an|on)(?:a|e|u|om|ama)$`, 0, 'foreign noun', 4),
  rule(`(?:ur|ad|až)${FEMININE}`, 0, 'foreign noun', 3),
  rule(`(?:ament|ement|iment|ument)${MASCULINE}`, 0, 'foreign noun in -ment', 3),
  rule(`(?:ent|ant|ont|at|tet)$`, -1, 'foreign noun', 3),
  rule(`(?:log|graf|fon|skop|krat|nom|lit)(?:|a|u|e|om|i|ima)$`, -1, 'foreign noun', 3),
  rule(`ator(?:|a|u|om|e|i|ima)$`, -1, 'foreign noun in -ator', 3),
  rule(`(?<!an)in$`, -1, 'noun in -in', 3),
  rule(`(?<!ič|met)ar$`, -1, 'noun in -ar', 4),
  rule(`(?:ač|on)(?:a|u|e|em|om|i|ima)$`, 0, 'case of a noun in -ač, -on', 3),
  rule(`metar$`, -1, 'measure in -metar', 3),
  rule(`ist(?:|i|u|e|om|ima|ička)$`, -1, 'foreign noun in -ist', 3),
  rule(`(?:an|en|in|on|aj|un|ar)(?:ac|c(?:a|u|e|em|i|ima))$`, 0, 'noun in -ac', 3),
  rule(`(?:at|et|ut)(?:ak|k(?:a|u|om|e))$`, 0, 'noun in -tak', 3),
  rule(`i(?:on|jun)$`, 0, 'foreign noun in -ion', 3),
  rule(`o(?:bus|bil|drom|gram)$`, 0, 'foreign compound', 4),
  rule(`[aeiu]${PAST}`, -1, 'infinitive and past', 3),
];

function rule(pattern: string, shift: number, note: string, minSyllables?: number): EndingRule {
  return {
    pattern: new RegExp(pattern, 'u'),
    shift,
    note,
    ...(minSyllables !== undefined && { minSyllables }),
  };
}
