/** Which passage of a measured take would be chosen with given signs. */
import { totalOf } from '../../../engine/enrolment/assisted/passages/score-passages.ts';
import { Defects } from '../../../engine/enrolment/assisted/scoring/defects.ts';
import { byRespect, DEFECTS_OF } from '../../../engine/enrolment/assisted/scoring/passage-scorers.ts';
import type { DefectName, DefectSigns } from '../../../engine/enrolment/assisted/scoring/signs.ts';
import type { MeasuredPassage, MeasuredTake } from './measure.ts';

/** Whether it has clean sentences only. */
export function isRight({ sentences, passages }: MeasuredTake, signs: DefectSigns): boolean {
  const defects = new Defects(sentences, signs);
  const without = (name: DefectName, passage: MeasuredPassage): number =>
    name === 'longPause' || name === 'foreignSound'
      ? defects.without(name, passage.between)
      : Math.min(...passage.sentences.map((i) => defects.without(name, sentences[i]!)));
  const scores = passages.map((passage) =>
    totalOf(
      byRespect((respect) =>
        DEFECTS_OF[respect].reduce(
          (product, name) => product * without(name, passage),
          passage.preferred[respect],
        ),
      ),
    ),
  );
  return passages[scores.indexOf(Math.max(...scores))]!.clean;
}
