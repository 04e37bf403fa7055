import type { Script } from '../types.ts';

/** In Latin letters. */
export const sr: Script = {
  sentences: [
    'Moja baka živi na selu, u staroj kući pored široke reke.',
    'Čim svane, ona nahrani kokoške i skuva finu kafu za dedu.',
    'On tada sedi pod orahom, čita novine i gladi crnu mačku.',
    'Prošlog leta krenuli smo čamcem niz vodu da beremo divlje jagode.',
    'Odjednom se nebo smračilo, a senke su postale duge i tamne.',
    'Gde ćemo se sakriti i ko će nam u ovoj šumi pomoći?',
    'Srećom, među drvećem smo ugledali kolibu i svetlost u njoj.',
    'Unutra je stari ribar pekao hleb i pričao priče o džinovima.',
    'Dao nam je topao džemper, čaj od nane i tanjir vruće čorbe.',
    'Kakvo je to divno veče bilo, puno smeha, ljubavi i pesme!',
    'Kad je svanulo, vratili smo se kući umorni, ali srećni kao nikad.',
  ],
  preview: 'Dobar dan, drago nam je što ste ovde. Ovako od danas zvuči vaš novi glas.',
};
