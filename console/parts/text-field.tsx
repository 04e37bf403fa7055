import { useId } from 'preact/hooks';

/** A form field with its name, an explanation, and its fault. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  problem,
  rows,
  type = 'text',
  placeholder,
  required = false,
  maxLength,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly problem?: string | undefined;
  /** Number of lines, if more than one. */
  readonly rows?: number;
  readonly type?: 'text' | 'number' | 'url' | 'tel' | 'password';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
}) {
  const id = useId();
  const about = hint || problem ? `${id}-about` : undefined;
  const common = {
    id,
    value,
    placeholder,
    required,
    maxLength,
    'aria-describedby': about,
    'aria-invalid': problem !== undefined,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? (
        <textarea {...common} rows={rows} />
      ) : (
        <input
          {...common}
          // The library's types accept only literal types.
          type={type as 'text'}
          autocomplete="off"
          {...(type === 'number' && { min: 0, step: 1, inputMode: 'numeric' as const })}
        />
      )}
      {about && (
        <p id={about} class={problem ? 'small problem' : 'small faint'}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}
