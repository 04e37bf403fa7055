import { useId } from 'preact/hooks';

/** A slider for a number, with its value beside the label. */
export function Slider({
  label,
  min,
  max,
  step,
  value,
  show,
  onChange,
}: {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** Formats the value, for example with its unit. */
  readonly show: (value: number) => string;
  readonly onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div class="field slider">
      <label for={id}>{label}</label>
      <output for={id}>{show(value)}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={show(value)}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
