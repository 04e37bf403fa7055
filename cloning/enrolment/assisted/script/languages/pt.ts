import type { Script } from '../types.ts';

/** In spelling and wording that are usual in both Portugal and Brazil. */
export const pt: Script = {
  sentences: [
    'Há muitos anos, a minha avó morava bem perto do mar.',
    'De manhã ela abria as janelas e deixava entrar o cheiro das ondas.',
    'Depois fazia pão, punha o mel na mesa e chamava os filhos.',
    'O meu irmão e eu corríamos pela areia, e o nosso velho cão também.',
    'Um dia vimos uma caixa de madeira presa entre as rochas.',
    'Quem a teria deixado ali, e que segredo haveria lá dentro?',
    'Eram só papéis antigos, um lenço azul e a chave de um armário.',
    'Que surpresa foi ver nas fotografias o rosto da avó ainda jovem!',
    'Ela sorriu, olhou para o céu e contou uma longa história de amor.',
    'Para a minha mãe, o avô foi sempre um herói de mil canções.',
    'Ainda hoje sinto saudade daquele tempo e guardo esta chave com cuidado.',
  ],
  preview: 'Bom dia e boas-vindas. É assim que soa, a partir de hoje, a nova voz.',
};
