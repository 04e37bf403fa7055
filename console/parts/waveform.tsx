import { useEffect, useRef } from 'preact/hooks';
import type { Peaks } from '../audio/peaks.ts';
import { t } from '../i18n/i18n.ts';
import { clock } from './format.ts';

const BAR_PX = 3;
const STEP_PX = 5;
/** Minimum share of the height, so that silence is visible. */
const LEAST = 0.03;

/** A waveform with the playback position. The part that has not arrived yet is a dotted line. */
export function Waveform({
  peaks,
  totalMs,
  position,
  isMoving,
  onSeek,
}: {
  readonly peaks: Peaks | null;
  /** Known or estimated duration. */
  readonly totalMs: () => number;
  readonly position: () => number;
  /** Whether it is redrawn with every frame. */
  readonly isMoving: boolean;
  /** Called with the position that the user selects; absent while seeking is not possible. */
  readonly onSeek?: ((ms: number) => void) | undefined;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let frame = 0;
    let shownMs = 0;
    const draw = () => {
      const total = totalMs();
      // Corrections of the estimated duration must not make the waveform jump.
      shownMs = shownMs === 0 || !isMoving ? total : shownMs + (total - shownMs) * 0.12;
      paint(element, peaks, shownMs, position());
      if (isMoving) frame = requestAnimationFrame(draw);
    };
    draw();
    const resized = new ResizeObserver(() => {
      if (!isMoving) draw();
    });
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => requestAnimationFrame(draw);
    const themed = new MutationObserver(repaint);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    scheme.addEventListener('change', repaint);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      themed.disconnect();
      scheme.removeEventListener('change', repaint);
    };
  }, [peaks, isMoving, totalMs, position]);
  return (
    <div class="waveform">
      <canvas ref={canvas} />
      {onSeek && (
        <input
          type="range"
          aria-label={t('Position in the recording')}
          min={0}
          max={Math.round(totalMs())}
          step={100}
          aria-valuetext={clock(position())}
          onChange={(event) => onSeek(Number(event.currentTarget.value))}
        />
      )}
    </div>
  );
}

function paint(canvas: HTMLCanvasElement, peaks: Peaks | null, totalMs: number, positionMs: number): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!context || width === 0) return;
  const scale = devicePixelRatio;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const style = getComputedStyle(canvas);
  const heard = style.getPropertyValue('color');
  const rest = style.getPropertyValue('border-top-color');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const bars = Math.floor(width / STEP_PX);
  const barMs = totalMs / bars;
  for (let i = 0; i < bars; i++) {
    const peak = totalMs > 0 ? (peaks?.between(i * barMs, (i + 1) * barMs) ?? null) : null;
    // Perceived loudness is more even than amplitude.
    const share = peak === null ? 0 : Math.max(LEAST, Math.sqrt(peak) * 0.96);
    const size = Math.max(BAR_PX, share * height);
    context.fillStyle = peak !== null && i * barMs < positionMs ? heard : rest;
    context.globalAlpha = peak === null ? 0.5 : 1;
    context.beginPath();
    context.roundRect(i * STEP_PX, (height - size) / 2, BAR_PX, size, BAR_PX / 2);
    context.fill();
  }
  context.globalAlpha = 1;
}
