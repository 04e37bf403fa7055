/** French words that are written alike: final letters that are silent in one reading, -tions, and verbs in -ent. */
import { pairs, reading } from '../table.ts';
import type { Heteronym } from '../types.ts';

const ARTICLE =
  'le la un une du de au ce cet cette mon ton son notre votre leur l d chaque premier seul sans';
const PLURAL_ARTICLE = 'les des ces mes tes ses nos vos leurs aux deux trois plusieurs quelques';

/** "nous portions" has a t, "les portions" an s. */
const TIONS = pairs(
  `
portions pɔʁˈsjɔ̃ pɔʁˈtjɔ̃
notions noˈsjɔ̃ noˈtjɔ̃
inventions ɛ̃vɑ̃ˈsjɔ̃ ɛ̃vɑ̃ˈtjɔ̃
éditions ediˈsjɔ̃ ediˈtjɔ̃
attentions atɑ̃ˈsjɔ̃ atɑ̃ˈtjɔ̃
rations ʁaˈsjɔ̃ ʁaˈtjɔ̃
options ɔpˈsjɔ̃ ɔpˈtjɔ̃
exceptions ɛksɛpˈsjɔ̃ ɛksɛpˈtjɔ̃
intentions ɛ̃tɑ̃ˈsjɔ̃ ɛ̃tɑ̃ˈtjɔ̃
objections ɔbʒɛkˈsjɔ̃ ɔbʒɛkˈtjɔ̃
affections afɛkˈsjɔ̃ afɛkˈtjɔ̃
contractions kɔ̃tʁakˈsjɔ̃ kɔ̃tʁakˈtjɔ̃
infections ɛ̃fɛkˈsjɔ̃ ɛ̃fɛkˈtjɔ̃
inspections ɛ̃spɛkˈsjɔ̃ ɛ̃spɛkˈtjɔ̃
adoptions adɔpˈsjɔ̃ adɔpˈtjɔ̃
exécutions ɛɡzekyˈsjɔ̃ ɛɡzekyˈtjɔ̃
`,
  ['noun', { before: `${PLURAL_ARTICLE} petites grosses bonnes de` }],
  ['verb, with nous', { before: 'nous' }],
);

/** "ils président" has a silent ending, "le président" has not. */
const ENT = pairs(
  `
président pʁeziˈdɑ̃ pʁeˈzid
content kɔ̃ˈtɑ̃ ˈkɔ̃t
violent vjoˈlɑ̃ ˈvjɔl
parent paˈʁɑ̃ ˈpaʁ
excellent ɛksɛˈlɑ̃ ɛkˈsɛl
affluent aflyˈɑ̃ aˈfly
négligent neɡliˈʒɑ̃ neˈɡliʒ
résident ʁeziˈdɑ̃ ʁeˈzid
équivalent ekivaˈlɑ̃ ekiˈval
convergent kɔ̃vɛʁˈʒɑ̃ kɔ̃ˈvɛʁʒ
couvent kuˈvɑ̃ ˈkuv
`,
  [
    'noun or adjective',
    { before: `${ARTICLE} est très plus si trop était vieux ancien vice suis`, after: 'de du ^' },
  ],
  [
    'verb in the plural',
    {
      before: 'ils elles qui les se *s *x',
      after: 'les des leur leurs la le une au à dans sur ensemble une',
    },
  ],
);

export const FRENCH_HETERONYMS: Readonly<Record<string, Heteronym>> = {
  ...TIONS,
  ...ENT,
  est: [
    reading('ˈɛ', 'is', {
      before: "il elle on c qui ce ça n n' où tout cela quelle quel s",
      after: 'un une le la pas très en plus à dans là arrivé partie mon',
    }),
    reading('ˈɛst', 'east', {
      before: 'd l nord sud grand plein vers',
      near: 'ouest nord sud vent soleil frontière europe allemagne',
    }),
  ],
  fils: [
    reading('ˈfis', 'son, sons', {
      before: 'mon ton son le leur notre un beau petit ses',
      near: 'père fille mère âge ans',
    }),
    reading('ˈfil', 'threads, wires', {
      near: 'électriques tissu coudre laine coton soie téléphone barbelés marionnette rouge rouges couture araignée bobine',
      after: 'électriques de barbelés conducteurs',
    }),
  ],
  plus: [
    reading('ˈply', 'more, with an adjective; no more', {
      near: 'ne n jamais pas',
      after: 'de *eux grand grande petit jeune belle beau rapide que important loin tard jamais rien',
    }),
    reading('ˈplys', 'in addition, more', {
      before: 'de en un peu beaucoup fois deux trois bien',
      after: 'deux trois quatre un une ou égale que',
    }),
  ],
  tous: [
    reading('ˈtu', 'every', { after: 'les ces mes tes ses nos vos leurs deux ceux' }),
    reading('ˈtus', 'all of them', {
      before: 'nous vous ils eux sont pour à de sommes',
      after: '^ là ensemble venus partis',
    }),
  ],
  sens: [
    reading('ˈsɑ̃s', 'sense, direction', { before: `${ARTICLE} bon double les cinq`, after: 'unique du de' }),
    reading('ˈsɑ̃', 'feel', { before: 'je tu me te', after: 'bien mal que' }),
  ],
  fier: [
    reading('ˈfjɛʁ', 'proud', { before: 'est suis très si était sois', after: 'de' }),
    reading('ˈfje', 'to trust', { before: 'se me te vous nous', after: 'à aux' }),
  ],
  os: [
    reading('ˈɔs', 'bone', { before: 'un l cet d son' }),
    reading('ˈo', 'bones', { before: PLURAL_ARTICLE }),
  ],
  as: [
    reading('ˈa', 'have', {
      before: 'tu t n y l que ^',
      after: 'pas un une le fait vu mangé raison déjà bien',
    }),
    reading('ˈas', 'ace', {
      before: `${ARTICLE} quatre les deux trois`,
      after: 'de du',
      near: 'cartes carreau pique trèfle cœur',
    }),
  ],
  vis: [
    reading('ˈvi', 'live, saw', { before: 'je tu', after: 'en dans seul avec' }),
    reading('ˈvis', 'screw', {
      before: 'la une les des cette ces petite ses quatre',
      near: 'tournevis visser bois trou',
    }),
  ],
  lis: [
    reading('ˈli', 'read', { before: 'je tu', after: 'un le des beaucoup la les' }),
    reading('ˈlis', 'lily', { before: 'un le les des de fleur du', near: 'fleur blanc jardin bouquet' }),
  ],
  reporter: [
    reading('ʁəpɔʁˈte', 'put off', {
      before: 'de à peut faut doit devons pour faire veut',
      near: 'réunion date demain',
    }),
    reading('ʁəpɔʁˈtɛʁ', 'journalist', {
      before: `${ARTICLE} grand jeune comme`,
      near: 'journal photo guerre télévision',
    }),
  ],
  jean: [
    reading('ˈʒɑ̃', 'name', { capital: true }),
    reading('ˈdʒin', 'trousers', { before: 'un mon son ton le ce en', near: 'pantalon porte chemise bleu' }),
  ],
  convient: [
    reading('kɔ̃ˈvjɛ̃', 'suits', { before: 'il me te lui nous vous ça cela qui elle', after: 'de bien' }),
    reading('kɔ̃ˈvi', 'invite', { before: 'ils elles', after: 'leurs les' }),
  ],
  bus: [
    reading('ˈbys', 'bus', { before: `${ARTICLE} les des en` }),
    reading('ˈby', 'drank', { before: 'je tu' }),
  ],
};
