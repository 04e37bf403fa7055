import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Message, t } from '../../i18n/i18n.ts';
import { type Inventory, type IpaSymbol, ipaInventory } from '../../wire/ipa.ts';

const GROUPS = [
  ['vowel', 'Vowels'],
  ['diphthong', 'Diphthongs'],
  ['consonant', 'Consonants'],
] as const satisfies readonly (readonly [string, Message])[];

const MARKS: readonly (readonly [string, Message])[] = [
  ['ˈ', 'primary stress, before the syllable'],
  ['ˌ', 'secondary stress, before the syllable'],
];

/** Buttons for the sounds of a language, which insert them into the transcription. */
export function SymbolPicker({
  tableKey,
  onPick,
}: {
  readonly tableKey: string;
  readonly onPick: (symbol: string) => void;
}) {
  const inventory = useSignal<Inventory | null>(null);
  useEffect(() => {
    // Without the inventory the keyboard can still be used.
    ipaInventory().then(
      (found) => {
        inventory.value = found;
      },
      () => undefined,
    );
  }, []);
  const symbols = inventory.value?.languages[tableKey]?.symbols;
  if (!symbols) return null;
  return (
    <fieldset class="symbols">
      <legend class="sr-only">{t('Symbols')}</legend>
      <div class="symbol-group">
        <h3>{t('Stress')}</h3>
        <div>
          {MARKS.map(([mark, meaning]) => (
            <SymbolButton key={mark} symbol={mark} title={t(meaning)} onPick={onPick} />
          ))}
        </div>
      </div>
      {GROUPS.map(([kind, name]) => {
        const members = symbols.filter((one) => one.class === kind);
        return (
          members.length > 0 && (
            <div key={kind} class="symbol-group">
              <h3>{t(name)}</h3>
              <div>
                {members.map((one) => (
                  <SymbolButton key={one.symbol} symbol={one.symbol} title={titleOf(one)} onPick={onPick} />
                ))}
              </div>
            </div>
          )
        );
      })}
    </fieldset>
  );
}

function SymbolButton({
  symbol,
  title,
  onPick,
}: {
  readonly symbol: string;
  readonly title: string;
  readonly onPick: (symbol: string) => void;
}) {
  return (
    <button
      type="button"
      class="symbol ipa"
      title={title}
      aria-label={`${symbol}, ${title}`}
      // Keeps the cursor position in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onPick(symbol)}
    >
      {symbol}
    </button>
  );
}

function titleOf({ features, example }: IpaSymbol): string {
  return t('{features}, as in “{example}”', { features: features.join(' '), example });
}
