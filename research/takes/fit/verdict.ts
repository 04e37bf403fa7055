/** Selects the passage of a measured take with a given model of defects. */
import { byRespect, DEFECTS_OF, type DefectModel, Defects, totalOf } from '../../../cloning/research.ts';
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
