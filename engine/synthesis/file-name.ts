/** The last part of a path, with the separators of any system. */
export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
