/** Names and loans in Russian. */
export const ru = `
айфон ɐjˈfon | кабаре kɐbɐˈrɛ | кафе kɐˈfɛ | купе kuˈpɛ | модель mɐˈdɛlʲ | отель ɐˈtɛlʲ
портмоне pɐrtmɐˈnɛ | тест ˈtɛst | турне turˈnɛ | шопен ʂɐˈpɛn | шоссе ʂɐˈsɛ
`;
