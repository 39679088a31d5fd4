<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>BackupsDialog</name>
        <message numerus="yes">
            <source>Made by itself every %n minutes of use and when the program ends, where anything changed.</source>
            <translation>
                <numerusform>Made by itself every minute of use and when the program ends, where anything changed.</numerusform>
                <numerusform>Made by itself every %n minutes of use and when the program ends, where anything changed.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Conversation</name>
        <message numerus="yes">
            <source>%n turns would leave</source>
            <translation>
                <numerusform>%n turn would leave</numerusform>
                <numerusform>%n turns would leave</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ImportDialog</name>
        <message numerus="yes">
            <source>%n messages hold no text of a person or a model and are left out.</source>
            <translation>
                <numerusform>%n message holds no text of a person or a model and is left out.</numerusform>
                <numerusform>%n messages hold no text of a person or a model and are left out.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MemoryWorkDialog</name>
        <message numerus="yes">
            <source>%n steps wait. They are done in idle time, those of the model once it is loaded.</source>
            <translation>
                <numerusform>%n step waits. It is done in idle time, one of the model once it is loaded.</numerusform>
                <numerusform>%n steps wait. They are done in idle time, those of the model once it is loaded.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>NotesDialog</name>
        <message numerus="yes">
            <source>%n notes of other sessions</source>
            <translation>
                <numerusform>%n note of other sessions</numerusform>
                <numerusform>%n notes of other sessions</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sections were reworded.</source>
            <translation>
                <numerusform>%n section was reworded.</numerusform>
                <numerusform>%n sections were reworded.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sections stand as they were said.</source>
            <translation>
                <numerusform>%n section stands as it was said.</numerusform>
                <numerusform>%n sections stand as they were said.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PatientPages</name>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>and %n more</numerusform>
                <numerusform>and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SearchDialog</name>
        <message numerus="yes">
            <source>%n messages</source>
            <translation>
                <numerusform>%n message</numerusform>
                <numerusform>%n messages</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SessionListModel</name>
        <message numerus="yes">
            <source>%n turns</source>
            <translation>
                <numerusform>%n turn</numerusform>
                <numerusform>%n turns</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sessions</source>
            <translation>
                <numerusform>%n session</numerusform>
                <numerusform>%n sessions</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message numerus="yes">
            <source>%n memory steps waiting</source>
            <translation>
                <numerusform>%n memory step waiting</numerusform>
                <numerusform>%n memory steps waiting</numerusform>
            </translation>
        </message>
    </context>
</TS>
