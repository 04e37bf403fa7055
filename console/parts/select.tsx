import { useId } from 'preact/hooks';

/** A choice from a list that opens. */
export function Select<T extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="select">
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
