/** A checkbox with an explanation. */
export function Check({
  isChecked,
  label,
  hint,
  onChange,
}: {
  readonly isChecked: boolean;
  readonly label: string;
  readonly hint: string;
  readonly onChange: (isChecked: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        <small>{hint}</small>
      </span>
    </label>
  );
}
