/** Portuguese numbers before a feminine noun: "duas pessoas", "vinte e uma horas", "duzentas casas", "meia xícara". */

/** Masculine nouns in -as. Nouns in -istas may be either and count as masculine. */
const MASCULINE_AS =
  /^(?:(?:meio-)?dias|problemas|(?:pro|tele|dia|quilo|mili|centi)?gramas|sistemas|temas|lemas|dilemas|esquemas|poemas|teoremas|idiomas|sintomas|diplomas|mapas|planetas|cometas|climas|fantasmas|atletas|poetas|guardas|pijamas)$|istas$/i;
const FEMININE_PLURAL =
  /.[aã]s$|(?:[çs]ões|xões|dades|gens|tudes|vezes|mulheres|noites|tardes|partes|mães|mãos|flores|luzes|cores|redes|árvores|aves|chaves|classes|frases|bases|fases|séries|espécies|raízes|vozes|nuvens|ordens|leis|razões|opiniões|regiões)$/i;
const NO_FEMININE =
  /^(?:.{1,2}|mas|nas|das|pelas|elas|corações|personagens|depois|atrás|aliás|apenas|milhões|talvez)$/i;
const FEMININE_ONE =
  /(?:ção|ssão|nsão|rsão|dade|gem|tude)$|^(?:hora|pessoa|semana|página|vez|noite|tarde|manhã|libra|casa|xícara|taça|garrafa|caixa|colher|pitada|moeda|linha|letra|palavra|cama|parte|mulher|menina|moça|amiga|filha|criança|milha|polegada|tonelada|onça|rúpia|coroa|dúzia|dezena|centena|peça|folha|entrada|chamada|ligação|década|estrela|pergunta|resposta|oferta|conta|reserva|mesa|cadeira|vaga|porta|janela|gota|maçã|laranja|cerveja|foto|aula|classe|rua|chave|flor|torre|fonte|frase|fase|série|vitória|derrota|corrida|loja|fila|coluna|tarefa|nota|etapa|música|partida|unidade|compra|venda|parcela|mensalidade|diária)$/i;

function isFeminine(noun: string, single: boolean): boolean {
  if (single) return FEMININE_ONE.test(noun);
  return FEMININE_PLURAL.test(noun) && !MASCULINE_AS.test(noun) && !NO_FEMININE.test(noun);
}

/** Puts a whole number in words into the form that the noun after it requires; everything else stays. */
export function inContext(words: string, _before: string, after: string | null): string {
  // "2x por semana"
  const spoken = words
    .replace(/(^| )dois vezes(?= |$)/g, '$1duas vezes')
    .replace(/(^| )um vezes$/, '$1uma vez');
  if (
    after === null ||
    !/um$|dois|entos|meio$/.test(spoken) ||
    /vírgula|ponto| de |lh(?:ão|ões)/.test(spoken)
  )
    return spoken;
  if (/(?:^| e )meio$/.test(spoken))
    return isFeminine(after, true) || isFeminine(after, false) ? feminine(spoken.replace(/o$/, 'a')) : spoken;
  return isFeminine(after, spoken === 'um') ? feminine(spoken) : spoken;
}

function feminine(words: string): string {
  return words
    .split(' ')
    .map((word) => (word === 'um' ? 'uma' : word === 'dois' ? 'duas' : word.replace(/entos$/, 'entas')))
    .join(' ');
}
