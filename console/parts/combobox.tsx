import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** Shown behind the label, and also searched. */
  readonly hint?: string;
}

const MAX_SHOWN = 200;

/** A list that is filtered by typing a part of the name (ARIA 1.2, editable combobox with a list). */
export function Combobox({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  const isOpen = useSignal(false);
  const typed = useSignal<string | null>(null);
  const active = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const current = options.find((option) => option.value === value);
  const shown = matching(options, typed.value).slice(0, MAX_SHOWN);
  const isListed = isOpen.value && shown.length > 0;

  useEffect(() => {
    if (isListed) list.current?.children[active.value]?.scrollIntoView({ block: 'nearest' });
  }, [active.value, isListed]);

  const open = () => {
    isOpen.value = true;
    active.value = Math.max(
      0,
      shown.findIndex((option) => option.value === value),
    );
  };
  const close = () => {
    isOpen.value = false;
    typed.value = null;
  };
  const choose = (option: Option | undefined) => {
    if (option) onChange(option.value);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const move = (to: number) => {
      event.preventDefault();
      if (!isOpen.value) open();
      else active.value = Math.max(0, Math.min(last, to));
    };
    if (event.key === 'ArrowDown') move(active.value + 1);
    else if (event.key === 'ArrowUp') move(active.value - 1);
    else if (event.key === 'PageDown') move(active.value + 8);
    else if (event.key === 'PageUp') move(active.value - 8);
    else if (event.key === 'Escape' && isOpen.value) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && isOpen.value) {
      event.preventDefault();
      choose(shown[active.value]);
    }
  };
  return (
    <div class="field combobox">
      <label for={id}>{label}</label>
      <div class="with-icon">
        <input
          id={id}
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-expanded={isListed}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isListed ? `${id}-${active.value}` : undefined}
          value={typed.value ?? current?.label ?? value}
          onFocus={(event) => event.currentTarget.select()}
          onClick={open}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            isOpen.value = true;
            active.value = 0;
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <Icon name="down" size={16} />
      </div>
      <div id={`${id}-list`} ref={list} role="listbox" aria-label={label} class="options" hidden={!isListed}>
        {isListed &&
          shown.map((option, i) => (
            <div
              key={option.value}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              class={i === active.value ? 'option is-active' : 'option'}
              // Prevents the field from losing the focus, which would close the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              onKeyDown={onKeyDown}
            >
              <span>{option.label}</span>
              {option.hint && <span class="faint">{option.hint}</span>}
            </div>
          ))}
      </div>
    </div>
  );
}

/** Returns the options that contain the typed text. Those that begin with it come first. */
export function matching(options: readonly Option[], typed: string | null): readonly Option[] {
  const wanted = plain(typed ?? '');
  if (wanted === '') return options;
  const ranked = options.flatMap((option) => {
    const label = plain(option.label);
    if (label.startsWith(wanted) || option.value.toLowerCase() === wanted) return [{ option, rank: 0 }];
    return plain(`${option.label} ${option.hint ?? ''}`).includes(wanted) ? [{ option, rank: 1 }] : [];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ option }) => option);
}

function plain(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
