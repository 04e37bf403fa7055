import type { Script } from '../types.ts';

export const nl: Script = {
  sentences: [
    'Elke zaterdag fietst mijn opa naar de markt aan het water.',
    'Hij koopt daar lekkere vis, een stuk kaas en een mooie bos bloemen.',
    'Vorige week nam hij mij mee, hoewel het regende en hard waaide.',
    'Waarom zouden we niet gaan, als de zon straks weer schijnt?',
    'Onderweg zagen we een meisje met een groene paraplu en een oranje sjaal.',
    'Ze veegde haar neus af met een zakdoek en zocht haar schuwe hondje.',
    'Het leek wel een eeuw te duren, maar toen hoorde ik een zacht geluid.',
    'Daar zat het beestje, nat en bang, onder de oude houten brug!',
    'Ik gaf het een duwtje, en het sprong zo in de armen van het meisje.',
    'Daarna dronken we koffie en aten we een taartje met peer en suiker.',
    'Mijn opa lachte en zei dat dit nu de leukste dag van het jaar was.',
  ],
  preview: 'Goedemiddag, wat fijn dat u er bent. Zo klinkt voortaan de nieuwe stem.',
};
