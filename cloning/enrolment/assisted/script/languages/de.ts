import type { Script } from '../types.ts';

export const de: Script = {
  sentences: [
    'An einem kühlen Morgen im Herbst ging ich mit meinem Hund durch den Wald.',
    'Der Nebel lag noch über den Wiesen, und nur die Vögel zwitscherten.',
    'Plötzlich blieb er stehen und schaute zu einem großen, alten Apfelbaum.',
    'Was hast du denn da oben zwischen den Zweigen entdeckt?',
    'Auf einem Ast saß eine junge Katze und zitterte vor Angst.',
    'Sie gehörte vielleicht den Nachbarn am Ende der langen Straße.',
    'Ich zog meine Jacke aus, kletterte hinauf und lockte sie mit etwas Käse.',
    'Zum Glück war sie hungrig und sprang mir gleich auf die Schulter!',
    'Zu Hause hörte sie leise Musik, schnurrte und schlief endlich ein.',
    'Heute wohnt sie bei uns, trinkt süße Milch und spielt mit dem Hund.',
    'Nie hätte ich gedacht, dass so lebendige Tiere treue Freunde werden können.',
  ],
  preview: 'Guten Tag und vielen Dank für Ihre Geduld. So klingt von heute an die neue Stimme.',
};
