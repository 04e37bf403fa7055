import { useId } from 'preact/hooks';

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
}

/** A choice of a few options side by side. They are radio buttons, so arrow keys move between them. */
export function Segmented<T extends string | number>({
  legend,
  choices,
  value,
  onChange,
}: {
  readonly legend: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend>{legend}</legend>
      <div class="segments">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
