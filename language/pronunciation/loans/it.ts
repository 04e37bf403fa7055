/** Names and loans in Italian. */
export const it = `
apple ˈɛpol | chicago ʃiˈkaɡo | croissant krwaˈsan | download daʊnˈlod | e-mail iˈmeɪl
email iˈmeɪl | facebook ˈfeɪsbuk | file ˈfaɪl | freud ˈfroɪd | goethe ˈɡɛte | google ˈɡuɡol
hollywood ˈɔlivud | jazz ˈdʒɛts | jeans ˈdʒins | meeting ˈmitinɡ | password ˈpaswɔrd
shakespeare ˈʃɛkspir | shopping ˈʃɔpinɡ | show ˈʃo | startup starˈtap | streaming ˈstriminɡ
team ˈtim | volkswagen ˈvɔlksvaɡen | washington ˈwɔʃinɡton | wi-fi waɪˈfaɪ | wifi waɪˈfaɪ
youtube juˈtub
`;
