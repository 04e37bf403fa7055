import { render } from 'preact';
import { App } from './app/app.tsx';
import { takeKeyFromAddress } from './app/session.ts';
import { applyTheme } from './app/theme.ts';

applyTheme();
takeKeyFromAddress();
// Put into a tab that has been here before, too.
addEventListener('hashchange', takeKeyFromAddress);
const root = document.getElementById('app');
if (root) render(<App />, root);
