/** Portuguese words that are written alike: nouns with a closed vowel, verb forms with an open one, and a few more. */
import { pairs, reading } from '../table.ts';
import type { Heteronym } from '../types.ts';

const NOUN =
  'o um este esse aquele meu seu teu nosso do no ao pelo de sem com em pouco muito bom novo primeiro num dum outro ' +
  'cada algum nenhum todo segundo último grande mesmo qualquer por que-o novo mau belo';
const VERB = 'eu não nunca sempre já também lhe me te se quando ^ hoje e só ainda quase';
const AFTER_VERB = 'de o a os as um uma para muito por com que tudo mais todos isso esta este';

/** Word, then noun and verb in Portugal, then both in Brazil where they differ from that. */
const NOUNS = `
olho ˈoʎʊ ˈɔʎʊ
jogo ˈʒoɡʊ ˈʒɔɡʊ
gosto ˈɡoʃtʊ ˈɡɔʃtʊ ˈɡostʊ ˈɡɔstʊ
almoço alˈmosʊ alˈmɔsʊ aʊˈmosʊ aʊˈmɔsʊ
começo kuˈmesʊ kuˈmɛsʊ koˈmesʊ koˈmɛsʊ
choro ˈʃoɾʊ ˈʃɔɾʊ
apoio ɐˈpoɪʊ ɐˈpɔɪʊ aˈpoɪʊ aˈpɔɪʊ
acordo ɐˈkoɾdʊ ɐˈkɔɾdʊ aˈkoɾdʊ aˈkɔɾdʊ
erro ˈeʁʊ ˈɛʁʊ ˈexʊ ˈɛxʊ
governo ɡuˈveɾnʊ ɡuˈvɛɾnʊ ɡoˈveɾnʊ ɡoˈvɛɾnʊ
peso ˈpezʊ ˈpɛzʊ
molho ˈmoʎʊ ˈmɔʎʊ
acerto ɐˈseɾtʊ ɐˈsɛɾtʊ aˈseɾtʊ aˈsɛɾtʊ
conserto kõˈseɾtʊ kõˈsɛɾtʊ
aperto ɐˈpeɾtʊ ɐˈpɛɾtʊ aˈpeɾtʊ aˈpɛɾtʊ
desespero dɨzɨʃˈpeɾʊ dɨzɨʃˈpɛɾʊ dezesˈpeɾʊ dezesˈpɛɾʊ
emprego ẽˈpɾeɡʊ ẽˈpɾɛɡʊ
esforço ɨʃˈfoɾsʊ ɨʃˈfɔɾsʊ esˈfoɾsʊ esˈfɔɾsʊ
reforço ʁɨˈfoɾsʊ ʁɨˈfɔɾsʊ xeˈfoɾsʊ xeˈfɔɾsʊ
gelo ˈʒelʊ ˈʒɛlʊ
troco ˈtɾokʊ ˈtɾɔkʊ
retorno ʁɨˈtoɾnʊ ʁɨˈtɔɾnʊ xeˈtoɾnʊ xeˈtɔɾnʊ
sopro ˈsopɾʊ ˈsɔpɾʊ
interesse ĩtɨˈɾesɨ ĩtɨˈɾɛsɨ ĩteˈɾesɪ ĩteˈɾɛsɪ
desprezo dɨʃˈpɾezʊ dɨʃˈpɾɛzʊ desˈpɾezʊ desˈpɾɛzʊ
enterro ẽˈteʁʊ ẽˈtɛʁʊ ẽˈtexʊ ẽˈtɛxʊ
tempero tẽˈpeɾʊ tẽˈpɛɾʊ
`;

/** Reads the columns of one variety. */
function nouns(isBrazil: boolean): Record<string, Heteronym> {
  const lines = NOUNS.trim()
    .split('\n')
    .map((line) => {
      const [word, noun, verb, ...brazil] = line.split(' ');
      return [word, ...(isBrazil && brazil.length > 0 ? brazil : [noun, verb])].join(' ');
    });
  return pairs(
    lines.join('\n'),
    ['noun', { before: NOUN, after: 'do da' }],
    ['verb, first person', { before: VERB, after: AFTER_VERB }],
  );
}

interface Sounds {
  readonly sede: readonly [thirst: string, headquarters: string];
  readonly corte: readonly [cut: string, court: string];
  readonly colher: readonly [spoon: string, gather: string];
}

function others({ sede, corte, colher }: Sounds): Record<string, Heteronym> {
  return {
    sede: [
      reading(sede[1], 'headquarters', {
        before: 'a na da nova uma à',
        after: 'da do social em fica central',
        near: 'empresa clube partido banco organização cidade fica',
      }),
      reading(sede[0], 'thirst', {
        before: 'com de tenho tinha muita tem matar tanta mata',
        near: 'água beber calor fome vingança',
      }),
    ],
    forma: [
      reading('ˈfɔɾmɐ', 'shape, way', { before: 'de uma da desta dessa em outra alguma' }),
      reading('ˈfoɾmɐ', 'mould, tin', { near: 'bolo forno untada untar manteiga pão massa assar' }),
    ],
    corte: [
      reading(corte[0], 'cut', {
        before: 'um o de do no',
        near: 'cabelo energia despesas faca dedo orçamento',
      }),
      reading(corte[1], 'court', { before: 'a na da à', near: 'rei rainha palácio nobres suprema real' }),
    ],
    colher: [
      reading(colher[0], 'spoon', { before: 'uma a de da com', near: 'sopa açúcar garfo chá faca prato' }),
      reading(colher[1], 'to gather', {
        before: 'para a-colher vamos foi foram de ir',
        after: 'flores frutos uvas os as a informações laranjas dados',
        near: 'flores uvas maçãs fruta laranjas',
      }),
    ],
  };
}

export const PORTUGUESE_HETERONYMS: Readonly<Record<string, Heteronym>> = {
  ...nouns(false),
  ...others({
    sede: ['ˈsedɨ', 'ˈsɛdɨ'],
    corte: ['ˈkɔɾtɨ', 'ˈkoɾtɨ'],
    colher: ['kuˈʎɛɹ', 'kuˈʎeɹ'],
  }),
};

export const BRAZILIAN_HETERONYMS: Readonly<Record<string, Heteronym>> = {
  ...nouns(true),
  ...others({
    sede: ['ˈsedʒɪ', 'ˈsɛdʒɪ'],
    corte: ['ˈkɔɾtʃɪ', 'ˈkoɾtʃɪ'],
    colher: ['koˈʎɛx', 'koˈʎex'],
  }),
};
