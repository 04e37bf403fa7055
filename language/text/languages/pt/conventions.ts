/** Conventions of written Portuguese. */

import { upToTenth } from '../common.ts';
import type { WritingConventions } from '../conventions.ts';

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['etc.'],
    closingAbbreviations: [],
    wordlikeAbbreviations: ['art.'],
    capitalPronoun: null,
    beforeOrdinals: [],
    afterOrdinals: [],
    ordinalDot: false,
  },
  letters: {
    names: null,
    acronyms: 'UE IA EUA API ADN DNI OMS'.split(' '),
    wordlikeAcronyms: [],
    smallWords: (
      'a ao aos as bem com da dar das de dei dia do dois dos duas e ela ele em eu fim foi há já lei lhe ' +
      'li luz lá mal mar mas me meu mãe na nas no nos não o os ou pai por que rei se sem seu sim sol ' +
      'sua são só te tem ter tu um uma vai ver vez vi vou voz à é'
    ).split(' '),
    spelledBeside: [],
    letterA: null,
    numberedByLetter: [],
    keyCues: ['pression-', 'digit-', 'opção', 'tecla'],
    keys: { '#': 'jogo da velha', '*': 'asterisco' },
  },
  words: {
    beforeHours: [],
    elidedArticles: null,
    genitive: null,
    joinedSuffix: null,
    numberedAdjective: null,
    compounds: null,
    capitalisesNouns: false,
    versus: null,
    addresses: null,
    directions: { N: 'norte', S: 'sul', E: 'leste', W: 'oeste', O: 'oeste' },
    compass: null,
  },
  numbers: {
    namedAlone: {},
    approximate: {},
    wave: null,
    until: 'a',
    ungroupedAreCodes: false,
    pluralOfRound: false,
    ratio: null,
    score: null,
    sizes: null,
    pressure: { between: 'por', cues: ['pressão', 'PA'] },
    fold: 'vezes',
    outOf: 'de',
    pointsOfHundred: false,
    steps: null,
  },
  money: {
    home: {},
    symbols: {},
    words: { dólar: 'USD', dólares: 'USD', euro: 'EUR', euros: 'EUR', real: 'BRL', reais: 'BRL' },
    signScales: { k: 'mil', M: 'milhões' },
    spacedCents: false,
  },
  units: {
    singularBefore: null,
    home: { seg: 's', 'min.': 'min' },
    symbols: {},
    attachedOnly: [],
    spacedAtHome: [],
  },
  dates: {
    bracketedDays: null,
    yearMark: null,
    dottedDays: null,
    dayRange: null,
    dashedDays: false,
    capitalMonths: false,
    wordlikeMonths: [],
    daySuffixes: ['º', 'ª', '°', 'o'],
    joints: ['de'],
    dayCues: (
      'dia em até segunda segunda-feira terça terça-feira quarta quarta-feira quinta quinta-feira sexta ' +
      'sexta-feira sábado domingo'
    ).split(' '),
    dottedDayCues: [],
    expiryCues: ['venc', 'válid', 'expir'],
    shortDays: {
      'seg.': 'segunda',
      'ter.': 'terça',
      'qua.': 'quarta',
      'qui.': 'quinta',
      'sex.': 'sexta',
      'sáb.': 'sábado',
      'dom.': 'domingo',
    },
    shortDayCues: ['e'],
    certainShortDays: ['seg.', 'qua.', 'qui.', 'sex.', 'sáb.'],
    decade: null,
    recentYears: null,
  },
  times: {
    hourSignCues: 'any',
    hour24: false,
    dottedCues: ['às', 'as', 'das'],
    clockWords: ['horas'],
    dottedClockWords: [],
    until: [],
  },
  codes: {
    phones: [
      { pattern: /\d{2} 9?\d{4}-\d{4}/y },
      // RG
      { pattern: /\d{1,2}(?:\.\d{3}){2}-[\dX]/y },

      // CPF and CNPJ
      { pattern: /\d{2,3}(?:\.\d{3}){2}(?:\/\d{4})?-\d\d/y },
      // Lisbon and the mobile networks; Brazilian mobiles have nine digits.
      { pattern: /[29]\d\d([ \u00a0])\d{3}\1\d{3}/y },
      // "2019-2024" is no telephone number.
      {
        pattern: /(?!(?:1\d|20)\d\d-(?:1\d|20)\d\d)(?:\(0?\d\d\)[ \u00a0]?)?(?:9[ \u00a0]?)?\d{4}-\d{4}/y,
      },
    ],
    postcode: null,
    callCues: [],
    named: {
      sure: [
        'placa',
        'cartão final',
        'código',
        'codigo',
        'pin',
        'otp',
        'cvv',
        'cvc',
        'senha',
        'com final',
        'terminado em',
        'terminada em',
        'que termina em',
        'termina em',
        'nota fiscal',
        'cep',
        'cpf',
        'cnpj',
        'rg',
        'ext.',
        'código de verificação',
        'código de confirmação',
        'número do pedido',
        'número da conta',
        'nif',
      ],
      likely:
        'matrícula final pedido fatura conta cartão cliente rastreamento série apólice reserva referência localizador matrícula contribuinte voo telefone tel. confirmação protocolo agência ramal'.split(
          ' ',
        ),
      between: ['é', 'era', 'número', 'nº', 'n.º'],
      paired: null,
    },
  },
  roman: {
    regnal: upToTenth,
    numbered: 'capítulo título parte tomo volume livro ato fase tipo século séculos'.split(' '),
    kings: ['joão', 'manuel', 'pedro', 'carlos'],
    queens: [],
    beforeCentury: [],
    century: ['século', 'séculos', 'séc.'],
    shortCentury: [/séc\.(?= ?[IVX]{1,5}(?![\p{L}\p{N}]))/uy, 'século'],
    ordinalCenturies: false,
    ordinalSuffix: null,
    regnalDot: false,
    ordinalForm: null,
  },
};
