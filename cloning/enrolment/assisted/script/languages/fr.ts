import type { Script } from '../types.ts';

export const fr: Script = {
  sentences: [
    'Chaque dimanche, ma grand-mère prépare un gâteau aux pommes pour toute la famille.',
    'Dans la cuisine, la pâte sent bon le beurre, le sucre brun et la vanille.',
    'Hier, mon jeune cousin voulait l’aider, mais il n’avait jamais cassé un œuf.',
    'Il a mis de la farine partout, même sur le chien au coin du feu.',
    'Le pauvre animal a ouvert un œil, puis il s’est enfui dans la neige\u202f!',
    'Qui donc allait nettoyer tout cela avant l’arrivée de nos voisins\u202f?',
    'Nous avons pris un seau d’eau chaude, et chacun s’est mis au travail.',
    'Ma grand-mère, elle, riait tellement qu’elle devait se tenir à la table.',
    'Le gâteau était un peu brûlé, avec un goût étrange de châtaigne.',
    'Pourtant, aucun dessert ne nous a jamais semblé aussi délicieux.',
    'Depuis ce jour, c’est mon cousin qui lave les assiettes, et moi, je garde le sourire.',
  ],
  preview: 'Bonjour et merci de votre confiance. Voici comment la nouvelle voix parlera désormais.',
};
