import { useEffect, useRef } from 'preact/hooks';
import { BINS, FLOOR_DB, spectrogram, TOP_DB } from '../audio/spectrum.ts';
import { locale, t } from '../i18n/i18n.ts';

/** Margin for the numbers at the left, in CSS pixels. */
const LEFT = 44;
const BELOW = 22;
/** Minimum distance of ticks. */
const TICK_PX = 64;
const STEPS_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300];
/** Colours from silence to loud. Differences are visible with impaired colour vision and in both themes. */
const COLOURS = ['#0a0f14', '#10324a', '#0f6b6b', '#4fae6a', '#c9d958', '#fff6c9'];

/** A spectrogram, for finding faults of a recording: time (across), frequency (up) and level (colour). */
export function Spectrogram({
  samples,
  rateHz,
  label,
}: {
  readonly samples: Float32Array;
  readonly rateHz: number;
  /** Description for screen readers. */
  readonly label: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const code = locale();
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => paint(element, samples, rateHz, code);
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => requestAnimationFrame(draw);
    const themed = new MutationObserver(repaint);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    scheme.addEventListener('change', repaint);
    return () => {
      resized.disconnect();
      themed.disconnect();
      scheme.removeEventListener('change', repaint);
    };
  }, [samples, rateHz, code]);
  return (
    <figure class="spectrogram">
      <canvas ref={canvas} role="img" aria-label={label} />
      <figcaption class="small faint">
        <span>{t('Time in seconds, frequency in kilohertz')}</span>
        <span class="spectrogram-scale">
          {decibels(FLOOR_DB)}
          <span class="spectrogram-colours" aria-hidden="true" />
          {decibels(TOP_DB)}
        </span>
      </figcaption>
    </figure>
  );
}

const decibels = (db: number): string => `${String(db).replace('-', '−')} dB`;

function paint(canvas: HTMLCanvasElement, samples: Float32Array, rateHz: number, code: string): void {
  const context = canvas.getContext('2d');
  const { clientWidth, clientHeight } = canvas;
  const width = clientWidth - LEFT;
  const height = clientHeight - BELOW;
  if (!context || width <= 0) return;
  const scale = devicePixelRatio;
  canvas.width = Math.round(clientWidth * scale);
  canvas.height = Math.round(clientHeight * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.imageSmoothingQuality = 'high';
  if (samples.length > 0) {
    context.drawImage(picture(samples, Math.round(width)), LEFT, 0, width, height);
  }
  const style = getComputedStyle(canvas);
  context.font = `12px ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.strokeStyle = style.borderTopColor;
  const top = rateHz / 2000;
  const number = new Intl.NumberFormat(code, { maximumFractionDigits: 1 });
  context.textAlign = 'right';
  const khz = top > 16 ? 6 : 3;
  for (let at = 0; at <= top; at += khz) {
    const y = height - (at / top) * height;
    context.textBaseline = at === 0 ? 'bottom' : y < 8 ? 'top' : 'middle';
    context.fillText(number.format(at), LEFT - 8, y);
    line(context, LEFT - 5, y, LEFT, y);
  }
  const seconds = samples.length / rateHz;
  const step = STEPS_S.find((one) => (one / seconds) * width >= TICK_PX) ?? 600;
  context.textBaseline = 'top';
  for (let i = 0; i * step <= seconds; i++) {
    const x = LEFT + ((i * step) / seconds) * width;
    context.textAlign = i === 0 ? 'left' : x > clientWidth - 12 ? 'right' : 'center';
    context.fillText(number.format(i * step), x, height + 8);
    line(context, x, height, x, height + 5);
  }
}

function line(
  context: CanvasRenderingContext2D,
  ...[x1, y1, x2, y2]: [number, number, number, number]
): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** Draws one pixel for each column and bin, low frequencies at the bottom. */
function picture(samples: Float32Array, columns: number): HTMLCanvasElement {
  const made = document.createElement('canvas');
  made.width = columns;
  made.height = BINS;
  const context = made.getContext('2d');
  if (!context) return made;
  const image = context.createImageData(columns, BINS);
  for (const [x, levels] of spectrogram(samples, columns).entries()) {
    for (let bin = 0; bin < BINS; bin++) {
      const share = Math.min(1, Math.max(0, (levels[bin]! - FLOOR_DB) / (TOP_DB - FLOOR_DB)));
      image.data.set(LOOK_UP[Math.round(share * 255)]!, ((BINS - 1 - bin) * columns + x) * 4);
    }
  }
  context.putImageData(image, 0, 0);
  return made;
}

/** 256 colours interpolated between those above. */
const LOOK_UP = Array.from({ length: 256 }, (_, i) => {
  const at = (i / 255) * (COLOURS.length - 1);
  const low = Math.min(COLOURS.length - 2, Math.floor(at));
  const mix = (channel: number) => {
    const [a, b] = [COLOURS[low]!, COLOURS[low + 1]!].map((colour) =>
      Number.parseInt(colour.slice(1 + channel * 2, 3 + channel * 2), 16),
    );
    return a! + (b! - a!) * (at - low);
  };
  return [mix(0), mix(1), mix(2), 255];
});
