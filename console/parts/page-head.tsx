import type { ComponentChildren } from 'preact';

/** The heading of a page, which gets the focus after navigation. */
export function PageHead({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}) {
  return (
    <header class="page-head">
      <div>
        <h1 id="page-title" tabIndex={-1}>
          {title}
        </h1>
        {children && <p class="lede">{children}</p>}
      </div>
      {actions && <div class="page-actions">{actions}</div>}
    </header>
  );
}
