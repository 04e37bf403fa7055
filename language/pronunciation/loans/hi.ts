/** Names and loans in Hindi. */
export const hi = `
इंटरनेट ˈɪɳʈərneːʈ | यूट्यूब ˈjuːʈjuːb | वाशिंगटन ˈʋaːʃɪŋʈən | शेक्सपियर ˈʃeːkspɪjər
हॉलीवुड ˈɦɔːliːʋʊɖ
`;
