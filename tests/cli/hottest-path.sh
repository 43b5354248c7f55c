# The hottest call of a cycle is an arrow, although a cheap one reaches its
# callee sooner. JSON says what the picture shows.
cat >profile <<'END'
main;enter;load;run;json;stub;parse 400
main;enter;stub 1
main;enter;load;run;json;stub;enter;x 5
END
prof2dot --no-legend --chains=keep -e 0.1 profile | dotlist | sed -n 's|^edge \([^a-z]*[a-z]*" -> "[a-z]*"\).*|\1|p'
prof2dot --no-legend --chains=keep -e 0.1 profile | dotlist | grep -o 'label="[^"]*↺[^"]*"'
prof2dot -T json profile | grep -c '"back": true'
prof2dot -T json profile | grep -o '"cost": [0-9.]*, .*"back": true'
