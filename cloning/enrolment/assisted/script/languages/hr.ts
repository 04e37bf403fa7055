import type { Script } from '../types.ts';

export const hr: Script = {
  sentences: [
    'Moj djed živi u maloj kamenoj kući na brdu iznad mora.',
    'Svako jutro pije čaj od kadulje i hrani golubove ispred prozora.',
    'Ljeti ga posjećujemo, kupamo se i beremo slatke smokve.',
    'Jednoga dana našao je u dvorištu ranjenu pticu s crnim krilima.',
    'Tko ju je ozlijedio i hoće li opet moći letjeti?',
    'Djed joj je nježno očistio krilo i stavio je u drvenu kutiju.',
    'Moja sestra davala joj je vodu, sir i sjemenke iz džepa.',
    'Prošao je tjedan, a ptica je počela skakati i tiho cvrkutati.',
    'Kakva je to bila sreća kad je napokon poletjela prema suncu!',
    'Svi smo pljeskali, a djed je bacio šešir i skuhao finu večeru.',
    'Još i danas dođe na naš prozor i pozdravi nas veselom pjesmom.',
  ],
  preview: 'Dobar dan, drago nam je što ste ovdje. Ovako od danas zvuči vaš novi glas.',
};
