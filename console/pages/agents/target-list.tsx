import type { ComponentChildren } from 'preact';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Faults } from './agent-faults.ts';

/** A target to which callers may be passed on, as described to the language model. */
interface Target {
  readonly name: string;
  readonly description: string;
}

interface TargetListProps<T extends Target> {
  readonly targets: readonly T[];
  readonly faults: Faults;
  /** The field of a draft, which is also the prefix of its names in `faults`. */
  readonly field: 'handoff' | 'transferTargets';
  readonly most: number;
  /** Initial values of a new target. */
  readonly empty: T;
  readonly legend: ComponentChildren;
  readonly hint: ComponentChildren;
  readonly addLabel: string;
  /** @param number from 1 */
  readonly labelOf: (number: number) => string;
  readonly removeLabelOf: (number: number) => string;
  /** The field between name and description. @param change replaces parts of the target */
  readonly place: (target: T, change: (part: Partial<T>) => void, index: number) => ComponentChildren;
  /** Content in a separate row. */
  readonly below: (target: T, change: (part: Partial<T>) => void, index: number) => ComponentChildren;
  readonly onChange: (targets: readonly T[]) => void;
}

/** An editable list of targets to which callers may be passed on. */
export function TargetList<T extends Target>(props: TargetListProps<T>) {
  const { targets, faults, field, most, empty, onChange } = props;
  return (
    <fieldset class="targets">
      <legend>{props.legend}</legend>
      <p class="small faint">{props.hint}</p>
      {targets.map((target, i) => {
        const change = (part: Partial<T>): void =>
          onChange(targets.map((other, j) => (j === i ? { ...other, ...part } : other)));
        const text = (part: Partial<Target>): void => change(part as Partial<T>);
        return (
          <fieldset key={i} class="target" aria-label={props.labelOf(i + 1)}>
            <TextField
              label={t('Called')}
              value={target.name}
              required
              maxLength={64}
              placeholder={t('billing')}
              problem={faults[`${field}.${i}.name`]}
              onChange={(name) => text({ name })}
            />
            {props.place(target, change, i)}
            <TextField
              label={t('For what (optional)')}
              value={target.description}
              maxLength={500}
              placeholder={t('questions about invoices')}
              problem={faults[`${field}.${i}.description`]}
              onChange={(description) => text({ description })}
            />
            <button
              type="button"
              class="button quiet icon-only"
              aria-label={props.removeLabelOf(i + 1)}
              onClick={() => onChange(targets.filter((_, j) => j !== i))}
            >
              <Icon name="trash" size={18} />
            </button>
            <div class="whole-row">{props.below(target, change, i)}</div>
          </fieldset>
        );
      })}
      {targets.length < most && (
        <button type="button" class="button quiet" onClick={() => onChange([...targets, empty])}>
          <Icon name="plus" size={18} />
          {props.addLabel}
        </button>
      )}
    </fieldset>
  );
}
