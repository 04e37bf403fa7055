import { render } from 'preact';
import { App } from './app/app.tsx';
import { takeKeyFromAddress } from './app/session.ts';
import { applyTheme } from './app/theme.ts';
import { startLocale } from './i18n/i18n.ts';
import { keepDraft, takeDraftFromAddress } from './pages/speak/draft.ts';

applyTheme();
takeAddress();
keepDraft();
// The address may also be opened in a tab that shows the console already.
addEventListener('hashchange', takeAddress);
await startLocale();
const root = document.getElementById('app');
if (root) render(<App />, root);

function takeAddress(): void {
  takeKeyFromAddress();
  takeDraftFromAddress();
}
