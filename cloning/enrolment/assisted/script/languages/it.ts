import type { Script } from '../types.ts';

export const it: Script = {
  sentences: [
    'Ogni estate tornavo nella vecchia casa dei nonni, in collina.',
    'Al mattino il profumo del caffè saliva piano dalla cucina.',
    'Mio nonno leggeva il giornale sotto il fico, con gli occhiali sul naso.',
    'Mia nonna, invece, impastava gli gnocchi e cantava sottovoce.',
    'Un giorno uscì di casa il gatto rosso, e nessuno sapeva più dove fosse.',
    'Forse lei lo aveva visto nella nebbia, tra gli alberi e il pozzo?',
    'Corremmo per mezza giornata, dalla piazza fino alla scuola.',
    'Eravamo euforici quando lo trovammo addormentato nello zaino!',
    'Sbadigliò, bevve troppo latte e mi saltò felice tra le braccia.',
    'Poi scendemmo scalzi in giardino a guardare il tramonto.',
    'Ancora oggi, se leggo accanto al fuoco, sento l’odore dell’autunno.',
  ],
  preview: 'Buongiorno, è un piacere conoscerla. Ecco come suona da oggi la nuova voce.',
};
