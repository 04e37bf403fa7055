import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVENTORY_KEYS, type InventoryKey, inventory } from './inventory/index.ts';
import { espeakInput, inventoryKey, ipaTokens, parseIpa } from './ipa.ts';

/** Transcriptions in the style of dictionaries. */
const DICTIONARY: Readonly<Record<InventoryKey, string>> = {
  en: `/həˈloʊ/ [ˈwɔtɚ] ˈwɔːtə(r) ɹɪˈkɔːɹd /ˈlɛftənənt/ kəˈlɑsəl ˌɪntəˈnæʃn̩əl ˈt͡ʃɑk(ə)lɪt fəˈtɒɡrəfi bɝd θɹuː ðɪs
    ˈmɛʒɚ d͡ʒʌd͡ʒ ˈhæpi əˈbaʊt fɑːɹ ˈfaɪɚ ˈnaɪ.ðɚ skwɛə ˈbʌtn̩ ˈbɒtl̩ ˈkwɪnoʊə ˈnuːkliɚ ˈsiː.kwəl strɛŋkθs ˈhʌɹi ˈmɪɹɚ
    lɒx`,
  de: `/ˈʃtʁaːsə/ [ˈmʏnçn̩] ˈbɛʁliːn ʔaɪ̯nˈfaː.kə.ʁə ˈfaːtɐ ɡəˈʃpʁɛːç ˈt͡saɪ̯tʊŋ p͡feːɐ̯t ˈdɔʏ̯tʃlant ˈɔʏ̯ʁo ˈʃøːnə
    ˈkœlnɐ ˈkøːnɪç ˈmuːtɐ ˈbuːx ɪç haʊ̯s muˈziːk ʁɛstoˈʁɑ̃ː ˈjaːɐ̯ ˈzɔnə ˈvasɐ ˈklaɪ̯nɐ ʒeˈniː faˈmiːli̯ə`,
  nl: `/ˈʋaːtər/ ɦœys ˈsxeːvənɪŋə(n) ɣut ˌɑmstərˈdɑm ˈnedərlɑnt ˈøːroː ɑu̯t lɛi̯də(n) ˈjɔŋən frɑŋˈkrɛik bʏs ˈkɪndər
    ˈʃaːl ɣaˈraːʒə sxoːl brut ˈmuːdər zeː tɛit vrɑu ˈleːu dyu ˈkʏs`,
  fr: `/bɔ̃.ʒuʁ/ paʁi fʁɑ̃s ɛ̃tɛʁnasjɔnal œ̃ œj nɥi lwɛ̃ ʃɑ̃.pi.ɲɔ̃ paʁ.kiŋ kɛs.k‿i.l‿i.a sœʁ pø pat pɑt fɛt ʁy
    ʁədəmɑ̃de mɛʁsi ɔʁdinatœʁ t͡ʃɛk wi ɡaʁsɔ̃`,
  it: `/ˈtʃaːo/ ˈkaːsa ˈpit.tsa ˈɡnɔk.ki ˈbaɲ.ɲo ˈfiʎ.ʎo ˈlaʃ.ʃa perˈke ˈɔd.dʒi ˈmɛd.dzo ˈroːma ˈkarro ˈwɔ.mo ˈjɛ.ri
    d͡ʒoˈvan.ni ˈt͡siːo ˈsette tʃitˈta ˈkwattro ˈlui̯ buˈoːno ˈiŋɡleze`,
  es: `/ˈpero/ ˈpe.ro ˈpe.ɾo saˈpa.to ˈɡwe.ra ˈka.sa ˈni.ɲo ˈlo.βo ˈde.ðo ˈla.ɣo xaˈmon ˈɟʝa.βe ˈʝa.ma ˈt͡ʃi.ko
    siwˈðað ˈrei̯.na ˈau̯.to ˈbwe.no ˈme.xi.ko ko.ɾaˈson ˈbiɾ.xen`,
  'es-castilian': `/θaˈpa.to/ ˈʎa.βe ˈθi.en ko.ɾaˈθon θjuˈðað ˈka.ʎe ˈpe.ro ˈpa.dɾe ˈma.no ˈi.xo ˈt͡ʃo.ɾi.θo ˈkwa.tɾo
    ˈθeɾ.ka ˈʝo ˈbeɾ.ðe ˈpla.θa ˈlu.θeɾ.na`,
  pt: `/liʒˈbo.ɐ/ puɾtuˈɡal ˈkaʁu ˈkaɾu ˈpɐ̃w̃ ˈmɐ̃j̃ ˈfiʎu ˈniɲu ˈʃavɨ ˈʒa ˈbõ ˈvĩtɨ ˈnojtɨ ˈlɐjtɨ ˈsaɫ ˈsɛw ˈmew
    ˈkɐzɐ ˈʁuɐ koɾɐˈsɐ̃w̃ ˈdedu ˈpõj̃`,
  'pt-br': `/bɾaˈziw/ ˈdʒi.ɐ ˈtʃi.ɐ ˈkaʁu ˈkahu ˈõmẽj ˈpɐ̃w̃ ˈmɐ̃j̃ ˈnojtʃi ˈpɔɾtɐ ˈpɔɹtɐ ˈʁuɐ ˈfiʎu ˈniɲu koɾaˈsɐ̃w̃
    ˈsaw ˈsɛw ˈlejtʃi ˈõtẽj̃ aˈvo saˈudʒi`,
  ru: `[mɐˈskva] ˈdʲenʲ mələˈko ˈrɨbə ˈmʲætɕ ˈɕːuka ˈt͡ɕaj ˈlʲesʲ ˈɫampə ˈʐɨtʲ ˈʂɨtʲ ˈjuɫə ˈxlʲep ɡʲɪˈroj ˈtʲɵtʲə
    lʲʉˈbofʲ ˈpʲatʲ sʲɪˈbʲa vɐˈda t͡sɨˈna ˈɛtə zdraˈstvujtʲe kʲit ˈzʲimə`,
  hi: `/nəˈməsteː/ ˈbʱaːɾət̪ ˈɡʱəɾ ˈpaːniː ˈd̪uːd̪ʱ ˈt͡ʃaːj ˈd͡ʒəl ˈɖʱoːl ʈəˈmaːʈəɾ ˈləɽkaː ˈpəɽʱnaː ˈɦãː ˈmɛ̃ː ˈmẽː
    ˈpɛːsaː ˈɔːɾət̪ kəˈməl ˈqələm ˈxəbəɾ ˈɣəm ˈt̪ʰaːliː ˈpʰuːl ˈt͡ʃʰaːt̪aː`,
  ko: `[ha̠nɡuk̚] ˈannjʌŋ sʰaram s͈al p͈aŋ t͈al k͈ul t͈͡ɕada t͡ɕada t͡ɕʰa kʰal pʰado tʰada mul ɾamjʌn ɰisa wɛ kwi
    t͡ɕip̚ k̚k͈ot̚ jʌjuː ʌmʌni hak̚k͈jo`,
};

/** Foreign sounds and their suggested replacements, the nearest first. */
const FOREIGN: Readonly<Partial<Record<InventoryKey, Readonly<Record<string, readonly string[]>>>>> = {
  en: { ɲ: ['n', 'ŋ', 'm'], ʁ: ['ɹ', 'ɾ', 'ɡ'], ɣ: ['ɡ', 'x', 'w'], ʎ: ['l', 'j', 'ɹ'] },
  de: { θ: ['s', 't', 'f'], ð: ['z', 'd', 'v'], ɲ: ['n', 'ŋ', 'm'] },
  nl: { θ: ['s', 't', 'f'], ð: ['z', 'd', 'v'], ç: ['ʃ', 'x', 's'] },
  fr: { θ: ['s', 't', 'f'], ð: ['z', 'd', 'v'], x: ['k', 'ʁ', 'ɡ'], ɹ: ['ʁ', 'j', 'ɥ'] },
  it: { θ: ['s', 't', 'f'], ʁ: ['r', 'ɾ', 'ɡ'], ã: ['a', 'ɛ', 'e'] },
  es: { θ: ['s', 't', 'f'], ʎ: ['l', 'j', 'ɾ'], y: ['i', 'u', 'e'] },
  'es-castilian': { y: ['i', 'u', 'e'], ɹ: ['ɾ', 'r', 'j'] },
  pt: { θ: ['s', 't', 'f'], ð: ['z', 'd', 'v'] },
  'pt-br': { θ: ['s', 't', 'f'] },
  ru: { θ: ['s', 't', 'f'], h: ['x', 'k', 'f'], ʎ: ['ɫ', 'j', 'lʲ'] },
  hi: { θ: ['s', 't', 'f'], ɹ: ['r', 'ɽ', 'j'] },
  ko: { θ: ['s', 't', 's͈'] },
};

function spoken(ipa: string, key: InventoryKey): string {
  const parsed = parseIpa(ipa, key);
  if (!parsed.valid) throw new Error(`${ipa}: ${parsed.errors.map((error) => error.message).join('; ')}`);
  const marks = { primary: 'ˈ', secondary: 'ˌ' } as const;
  return parsed.phonemes.map(({ ipa, stress }) => (stress === null ? '' : marks[stress]) + ipa).join(' ');
}

describe('inventoryKey', () => {
  it('picks the language, and a variant only for its own language', () => {
    expect(inventoryKey('en', null)).toBe('en');
    expect(inventoryKey('en-gb', null)).toBe('en');
    expect(inventoryKey('es', null)).toBe('es');
    expect(inventoryKey('es', 'es-castilian')).toBe('es-castilian');
    expect(inventoryKey('es-419', null)).toBe('es');
    expect(inventoryKey('pt', 'pt-br')).toBe('pt-br');
    expect(inventoryKey('pt_BR', null)).toBe('pt-br');
    expect(inventoryKey('en', 'pt-br')).toBeNull();
    expect(inventoryKey('pl', null)).toBeNull();
  });
});

describe.each(INVENTORY_KEYS)('%s', (key) => {
  it('accepts the notation of dictionaries', () => {
    const words = DICTIONARY[key]
      .split(/\s+/)
      // A sound in brackets is optional: read it.
      .map((word) => word.replace(/[()]/g, ''));
    expect(words.length).toBeGreaterThanOrEqual(15);
    const rejected = words.flatMap((word) => {
      const parsed = parseIpa(word, key);
      return parsed.valid ? [] : parsed.errors.map((error) => `${word}: ${error.message}`);
    });
    expect(rejected).toEqual([]);
  });

  it('names the nearest sounds for a foreign one', () => {
    for (const [symbol, nearest] of Object.entries(FOREIGN[key] ?? {})) {
      const parsed = parseIpa(`/${symbol}/`, key);
      expect(parsed).toMatchObject({ valid: false, errors: [{ symbol, start: 1, end: 2, nearest }] });
    }
  });

  const symbol = fc.constantFrom(...inventory(key).symbols);
  it('reads any sequence of its own symbols, and its canonical spelling reads the same again', () => {
    fc.assert(
      fc.property(
        fc.array(symbol, { minLength: 1, maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        fc.nat(),
        fc.boolean(),
        (symbols, dots, choice, mark) => {
          const vowels = symbols.flatMap((each, index) => (each.class === 'consonant' ? [] : [index]));
          const stressed = mark && vowels.length > 0 ? vowels[choice % vowels.length]! : -1;
          const written = symbols
            .map((each, index) => (dots[index] ? '.' : '') + (index === stressed ? 'ˈ' : '') + each.ipa)
            .join('');
          fc.pre(symbols.some((each) => !each.silentAlone));
          const parsed = parseIpa(written, key);
          expect(parsed).toMatchObject({ valid: true });
          if (!parsed.valid) return;
          expect(parsed.phonemes.filter(({ stress }) => stress === 'primary').length).toBeLessThanOrEqual(1);
          if (vowels.length > 0)
            expect(parsed.phonemes.some(({ stress }) => stress === 'primary')).toBe(true);
          const again = parseIpa(parsed.ipa, key);
          expect(again).toEqual(parsed);
          expect(parseIpa(parsed.ipa.normalize('NFD'), key)).toEqual(parsed);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('never crashes on any text, and every error names its place', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(..."abcθʁãɛ̃ɔː͡ˈˌ',./[] ʰʲt"), maxLength: 20 }),
    );
    fc.assert(
      fc.property(text, (ipa) => {
        const parsed = parseIpa(ipa, key);
        if (parsed.valid) {
          expect(parseIpa(parsed.ipa, key)).toEqual(parsed);
          return;
        }
        expect(parsed.errors.length).toBeGreaterThan(0);
        for (const error of parsed.errors) {
          expect(ipa.slice(error.start, error.end)).toBe(error.symbol);
          expect(error.nearest.length).toBeLessThanOrEqual(3);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('parseIpa', () => {
  it('reads slashes, brackets, ties, ASCII marks and both normal forms alike', () => {
    const plain = parseIpa('ˈtʃiːz', 'en');
    expect(plain).toMatchObject({ valid: true, ipa: 'ˈtʃiːz' });
    for (const same of ['/ˈtʃiːz/', '[ˈt͡ʃiːz]', " 'tʃi:z ", 'ˈʧiːz', 'ˈt͜ʃiːz'])
      expect(parseIpa(same, 'en')).toEqual(plain);
    expect(parseIpa('fʁɑ̃.sɛ'.normalize('NFC'), 'fr')).toEqual(parseIpa('fʁɑ̃.sɛ'.normalize('NFD'), 'fr'));
    expect(parseIpa('ɪç'.normalize('NFD'), 'de')).toEqual(parseIpa('ɪç'.normalize('NFC'), 'de'));
  });

  it('puts the stress on the vowel of the marked syllable', () => {
    expect(spoken('ɪkˈstɹiːm', 'en')).toBe('ɪ k s t ɹ ˈiː m');
    expect(spoken('ˌɪntəˈnæʃənəl', 'en')).toBe('ˌɪ n t ə n ˈæ ʃ ə n ə l');
    expect(spoken('həlˈoʊ', 'en')).toBe(spoken('həˈloʊ', 'en'));
  });

  it('stresses the only vowel, or the default syllable of the language, when nothing is marked', () => {
    expect(parseIpa('kæt', 'en')).toMatchObject({ valid: true, ipa: 'ˈkæt' });
    expect(parseIpa('əbaʊt', 'en')).toMatchObject({ ipa: 'əˈbaʊt' });
    expect(parseIpa('fɛnstɐ', 'de')).toMatchObject({ ipa: 'ˈfɛnstɐ' });
    expect(parseIpa('ʃɑ̃pɛtʁ', 'fr')).toMatchObject({ ipa: 'ʃɑ̃ˈpɛtʁ' });
    expect(parseIpa('ordine', 'it')).toMatchObject({ ipa: 'orˈdine' });
    expect(parseIpa('sombɾeɾo', 'es')).toMatchObject({ ipa: 'somˈbɾeɾo' });
    expect(parseIpa('ˌɔrdine', 'it')).toMatchObject({ ipa: 'ˌɔrˈdine' });
  });

  it('leaves a word without a vowel unstressed', () => {
    expect(spoken('pst', 'en')).toBe('p s t');
  });

  it('refuses two primary stresses and marks without a vowel', () => {
    expect(parseIpa('ˈkæˈtæ', 'en')).toMatchObject({
      valid: false,
      errors: [{ symbol: 'ˈ', start: 3, end: 4 }],
    });
    expect(parseIpa('kætˈ', 'en')).toMatchObject({
      valid: false,
      errors: [{ symbol: 'ˈ', start: 3, end: 4 }],
    });
    expect(parseIpa('ˌˈkæt', 'en')).toMatchObject({
      valid: false,
      errors: [{ symbol: 'ˌ', start: 0, end: 1 }],
    });
  });

  it('refuses empty text, inner spaces and other text than IPA', () => {
    for (const empty of ['', ' ', '//', '[]']) expect(parseIpa(empty, 'en').valid).toBe(false);
    expect(parseIpa('kæt dɒɡ', 'en')).toMatchObject({
      valid: false,
      errors: [{ symbol: ' ', start: 3, end: 4 }],
    });
    expect(parseIpa('kQt', 'en')).toMatchObject({ valid: false, errors: [{ symbol: 'Q', nearest: [] }] });
    expect(parseIpa('.', 'en').valid).toBe(false);
  });

  it('refuses inaudible words', () => {
    for (const [ipa, key] of [
      ['ɹ', 'en'],
      ['ɹ.ɹ', 'en'],
      ['ɫ', 'pt'],
      ['ɭ', 'ko'],
    ] as const) {
      expect(parseIpa(ipa, key)).toMatchObject({ valid: false, errors: [{ symbol: ipa, start: 0 }] });
    }
    expect(parseIpa('ʃ', 'en').valid).toBe(true);
    expect(parseIpa('ɹʃ', 'en').valid).toBe(true);
  });

  it('lists every faulty symbol with its place, marks included', () => {
    const written = '/bɔ̃ʒyʁ/';
    const parsed = parseIpa(written, 'en');
    expect(parsed.valid).toBe(false);
    if (parsed.valid) return;
    expect(parsed.errors.map(({ symbol }) => symbol)).toEqual(['ɔ̃', 'y', 'ʁ']);
    expect(parsed.phonemes.map(({ symbol }) => symbol)).toEqual(['b', 'ʒ']);
  });

  it('does not take a letter whose mark makes it another sound', () => {
    expect(parseIpa('ɑ̃', 'en').valid).toBe(false);
    expect(parseIpa('pʲ', 'de').valid).toBe(false);
    expect(parseIpa('kaɪ̯n', 'de').valid).toBe(true);
  });

  it('gives the r of a vowel to the next syllable when a vowel follows', () => {
    expect(spoken('kɑːɹ', 'en')).toBe('k ˈɑːɹ');
    expect(spoken('səˈfɑːɹi', 'en')).toBe('s ə f ˈɑː ɹ i');
    expect(spoken('ˈfɹɛdɚɹˌɪk', 'en')).toBe('f ɹ ˈɛ d ɚ ɹ ˌɪ k');
    expect(spoken('bəˈʁuːf', 'de')).toBe('b ə r ˈuː f');
    expect(spoken('ˈpaja', 'it')).toBe('p ˈa j a');
    expect(spoken('ˈmaj', 'it')).toBe('m ˈaɪ');
    expect(spoken('bɝd', 'en')).toBe('b ˈɜː d');
    expect(spoken('ˈlɛtəɹ', 'en')).toBe('l ˈɛ t ɚ');
  });

  it('does not join symbols that a dot separates', () => {
    expect(parseIpa('ˌkɑːɹ.ˈiː', 'en')).toMatchObject({ ipa: 'ˌkɑːɹ.ˈiː' });
    expect(spoken('pa.ˈis', 'es')).toBe('p a ˈi s');
    expect(spoken('ˈai.ɾe', 'es')).toBe('ˈaɪ ɾ e');
    expect(parseIpa('ˈkæt.ʃuː', 'en')).toMatchObject({ ipa: 'ˈkæt.ʃuː' });
    expect(spoken('ˈkæt.ʃuː', 'en')).toBe('k ˈæ t ʃ uː');
  });

  it('returns the allophones that the voices were trained with', () => {
    expect(spoken('ˈlobo', 'es')).toBe('l ˈo β o');
    expect(spoken('ˈbino', 'es')).toBe('b ˈi n o');
    expect(spoken('ˈʁoːt', 'de')).toBe('r ˈoː t');
    expect(spoken('ˈvɔʁt', 'de')).toBe('v ˈɔ ɾ t');
    expect(spoken('ˈɡʱəɾ', 'hi')).toBe('ɡʰ ˈʌ ɾ');
    expect(spoken('mɐˈskva', 'ru')).toBe('m ʌ s k v ˈɑ');
  });

  it('lets Latin America and Spain, Portugal and Brazil have their own sounds', () => {
    expect(parseIpa('θaˈpato', 'es').valid).toBe(false);
    expect(parseIpa('θaˈpato', 'es-castilian').valid).toBe(true);
    expect(spoken('ˈkaʁu', 'pt')).toBe('k ˈa ʁ u');
    expect(spoken('ˈkaʁu', 'pt-br')).toBe('k ˈa x u');
  });
});

describe('ipaTokens and espeakInput', () => {
  it('write the same phonemes for the wire and for espeak', () => {
    const { phonemes } = parseIpa('həˈloʊ', 'en');
    expect(ipaTokens(phonemes)).toEqual(['<|IPA_h|>', '<|IPA_ə|>', '<|IPA_l|>', '<|IPA_ˈ|>', '<|IPA_oʊ|>']);
    expect(espeakInput(phonemes)).toBe("[[h|@|l|'oU]]");
  });
});
