/** Selects the passage of a measured take with a given model of defects. */
import { totalOf } from '../../../engine/enrolment/assisted/passages/score-passages.ts';
import { Defects } from '../../../engine/enrolment/assisted/scoring/defects.ts';
import { byRespect, DEFECTS_OF } from '../../../engine/enrolment/assisted/scoring/passage-scorers.ts';
import type { DefectModel } from '../../../engine/enrolment/assisted/scoring/signs.ts';
import type { MeasuredTake } from './measure.ts';

/** Whether the selected passage has clean sentences only. */
export function isRight({ sentences, passages }: MeasuredTake, model: DefectModel): boolean {
  const defects = new Defects(sentences, model);
  const scores = passages.map((passage) =>
    totalOf(
      byRespect(
        (respect) =>
          passage.preferred[respect] *
          Math.min(...passage.sentences.map((i) => defects.without(DEFECTS_OF[respect], sentences[i]!))),
      ),
    ),
  );
  return passages[scores.indexOf(Math.max(...scores))]!.clean;
}
