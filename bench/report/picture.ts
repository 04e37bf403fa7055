/** Shared parts of all pictures. SVG 1.1. */

/** Colours by role. Series also differ in shape or place, for readers with impaired colour vision. */
const STYLE = `
  .ink { fill: #1f2328 } .faint { fill: #59636e } .rule { stroke: #d1d9e0; fill: none }
  .ours { stroke: #0969da; fill: #0969da } .peer { stroke: #bc4c00; fill: #bc4c00 } .limit { stroke: #59636e }
  @media (prefers-color-scheme: dark) {
    .ink { fill: #f0f6fc } .faint { fill: #9198a1 } .rule { stroke: #3d444d }
    .ours { stroke: #4493f8; fill: #4493f8 } .peer { stroke: #f0883e; fill: #f0883e } .limit { stroke: #9198a1 }
  }
  text { font-family: system-ui, 'DejaVu Sans', Arial, sans-serif; font-size: 12px } .title { font-weight: 600; font-size: 13px }
  .step0 { fill: #0969da } .step1 { fill: #1f883d } .step2 { fill: #8250df } .step3 { fill: #bf3989 }
  .step4 { fill: #bc4c00 } .step5 { fill: #59636e }
  .line { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 3 4; stroke-width: 1.5 }`;

/** @returns a standalone SVG document, readable on light and dark backgrounds */
export function picture(
  { width, height, title }: { width: number; height: number; title: string },
  body: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      'role="img">',
    `<title>${title}</title>`,
    `<style>${STYLE}\n</style>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

export const round = (value: number): number => Math.round(value * 10) / 10;
